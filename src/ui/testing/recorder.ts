import type { Ctx } from '../timeline/canvas';

/** A canvas context that writes down what is drawn: fills, strokes and texts with the style they had. */
export function recorder(): { readonly ctx: Ctx; readonly log: readonly string[] } {
  const log: string[] = [];
  const state: Record<string, unknown> = {};
  const round = (args: readonly unknown[]): string => args.map((a) => (typeof a === 'number' ? Math.round(a) : Array.isArray(a) ? `[${a.join(' ')}]` : String(a))).join(' ');
  const ctx = new Proxy(state, {
    get: (target, name) => {
      if (name in target) return target[String(name)];
      return (...args: readonly unknown[]) => {
        if (['fillRect', 'fillText', 'roundRect', 'fill', 'stroke'].includes(String(name))) log.push(`${String(name)} ${round(args)}${name === 'stroke' ? ` ${String(state['strokeStyle'])}` : name === 'roundRect' ? '' : ` ${String(state['fillStyle'])}`}`.replace(/ +/g, ' '));
      };
    },
    set: (target, name, value) => {
      target[String(name)] = value;
      return true;
    },
  });
  return { ctx: ctx as unknown as Ctx, log };
}
