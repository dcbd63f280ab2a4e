import { COMPONENTS, type ComponentId } from '../../trace/types';

export interface Hue {
  readonly ink: string;
  readonly fill: string;
  readonly line: string;
  readonly tint: string;
  readonly soft: string;
}

/** The colours of the page, read off its custom properties, for drawing on a canvas. */
export interface CanvasTheme {
  readonly panel: string;
  readonly sunk: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly line2: string;
  readonly line3: string;
  readonly strong: string;
  readonly onStrong: string;
  readonly onFill: string;
  readonly select: string;
  readonly selectLine: string;
  readonly bad: string;
  readonly font: string;
  readonly hues: Readonly<Record<ComponentId, Hue>>;
}

const PREFIX: Readonly<Record<ComponentId, string>> = {
  terminal: 'kubectl', kubectl: 'kubectl', 'kube-apiserver': 'apiserver', etcd: 'etcd', controllers: 'controllers', 'kube-scheduler': 'scheduler', kubelet: 'kubelet', containerd: 'cri', cni: 'cni',
};

export function readTheme(element: Element): CanvasTheme {
  const style = getComputedStyle(element);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  const hue = (id: ComponentId): Hue => {
    const p = PREFIX[id];
    return { ink: get(`--${p}-ink`), fill: get(`--${p}-fill`), line: get(`--${p}-line`), tint: get(`--${p}-tint`), soft: get(`--${p}-soft`) };
  };
  return {
    panel: get('--panel'), sunk: get('--sunk'), ink: get('--ink'), ink2: get('--ink-2'), ink3: get('--ink-3'), line: get('--line'), line2: get('--line-2'), line3: get('--line-3'),
    strong: get('--strong'), onStrong: get('--on-strong'), onFill: get('--on-fill'), select: get('--select'), selectLine: get('--select-line'), bad: get('--bad-fill'), font: get('--font'),
    hues: Object.fromEntries(COMPONENTS.map((id) => [id, hue(id)])) as Record<ComponentId, Hue>,
  };
}
