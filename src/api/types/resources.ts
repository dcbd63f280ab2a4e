/** core/v1 resource amounts. Values are quantity texts (`100m`, `64Mi`); a client may send plain numbers, the server stores text. */
export type ResourceList = Readonly<Record<string, string>>;

export interface ResourceRequirements {
  readonly limits?: ResourceList;
  readonly requests?: ResourceList;
}

/** An `IntOrString` on the wire: `1` or `"25%"` or a port name. */
export type IntOrString = number | string;
