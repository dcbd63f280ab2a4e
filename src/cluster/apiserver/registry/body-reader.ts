import { setDefaults } from '../../../api/defaults/defaults';
import { decode, type Decoded } from '../../../api/schema/decode';
import type { KubeObject } from '../../../api/types';
import type { KubeVersion } from '../../../api/version';

/** Kinds whose defaults all lie in the spec. */
const DEFAULTS_IN_SPEC: ReadonlySet<string> = new Set(['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']);

/**
 * Decodes and defaults, and does neither twice for one spec. Objects are shared and never changed, and clients send the same spec again
 * and again: the pods of one template, a status with the spec as it was. So a spec is read once, by its identity.
 */
export class BodyReader {
  /** Kind to spec as sent, to spec as read: canonical, with defaults. Of templates, so that there are few. */
  private readonly specs = new Map<string, WeakMap<object, object>>();

  constructor(private readonly version: KubeVersion) {}

  /** As api's decode, but the spec may come with its defaults already. `stored`: the object as it is, whose spec the body may share. */
  decode(body: KubeObject, stored: KubeObject | undefined): Decoded {
    const known = this.known(body, stored);
    if (known === undefined) return decode(body, this.version);
    const rest = decode({ ...body, spec: undefined }, this.version);
    return { ...rest, object: { ...rest.object, spec: known } };
  }

  /** The decoded object with its defaults. `sent` is the body that it was decoded from. */
  withDefaults(decoded: KubeObject, sent: KubeObject | undefined, stored: KubeObject | undefined): KubeObject {
    if (!DEFAULTS_IN_SPEC.has(decoded.kind) || !isObject(decoded.spec)) return setDefaults(decoded, this.version);
    if (decoded.spec === stored?.spec) return decoded;
    const memory = this.memory(decoded.kind);
    if (memory.get(decoded.spec) === decoded.spec) return decoded;
    const out = setDefaults(decoded, this.version);
    if (isObject(out.spec)) {
      memory.set(out.spec, out.spec);
      if (sent !== undefined && isObject(sent.spec)) memory.set(sent.spec, out.spec);
    }
    return out;
  }

  private known(body: KubeObject, stored: KubeObject | undefined): object | undefined {
    if (!isObject(body.spec) || !DEFAULTS_IN_SPEC.has(body.kind)) return undefined;
    return body.spec === stored?.spec ? body.spec : this.memory(body.kind).get(body.spec);
  }

  private memory(kind: string): WeakMap<object, object> {
    let memory = this.specs.get(kind);
    if (memory === undefined) this.specs.set(kind, (memory = new WeakMap()));
    return memory;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
