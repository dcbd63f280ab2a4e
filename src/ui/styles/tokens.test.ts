import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const COMPONENTS = ['kubectl', 'apiserver', 'etcd', 'controllers', 'scheduler', 'kubelet', 'cri', 'cni'] as const;

/** The custom properties that hold in a theme: those of :root, and the theme's own over them. */
function themeOf(name: string): ReadonlyMap<string, string> {
  const blocks = [...css.matchAll(/^:root(?:\[data-theme='(\w+)'\])? \{([\s\S]*?)^\}/gm)];
  const values = new Map<string, string>();
  for (const [, theme, body] of blocks) {
    if (theme !== undefined && theme !== name) continue;
    for (const [, property, value] of (body ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)) values.set(property ?? '', value ?? '');
  }
  return values;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x = 0, y = 0] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

test.each(['light', 'dark', 'contrast'])('every text of the %s theme can be read on what it stands on (4.5 : 1)', (name) => {
  const theme = themeOf(name);
  const pairs: [string, string][] = [
    ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => ['panel', 'canvas', 'sunk', 'raised', 'hover'].map((ground): [string, string] => [ink, ground])),
    ...COMPONENTS.flatMap((c): [string, string][] => [[`${c}-ink`, 'panel'], [`${c}-ink`, `${c}-tint`], [`${c}-ink`, `${c}-soft`], [`${c}-ink`, 'canvas'], ['on-fill', `${c}-fill`], ['ink', `${c}-soft`], ['ink-2', `${c}-soft`]]),
    ['on-strong', 'strong'], ['good-ink', 'good-soft'], ['bad-ink', 'bad-soft'], ['warn-ink', 'warn-soft'], ['bad-ink', 'panel'], ['good-ink', 'panel'], ['on-fill', 'bad-fill'], ['term-ink', 'term-bg'], ['term-dim', 'term-bg'], ['ink', 'select'],
  ];
  const faint = pairs.filter(([a, b]) => contrast(theme.get(a) ?? '', theme.get(b) ?? '') < 4.5).map(([a, b]) => `${a} on ${b}: ${contrast(theme.get(a) ?? '', theme.get(b) ?? '').toFixed(2)}`);
  expect(faint).toEqual([]);
});

test.each(['light', 'dark', 'contrast'])('edges and shapes that carry meaning stand out in the %s theme (3 : 1)', (name) => {
  const theme = themeOf(name);
  const faint = [...COMPONENTS.map((c) => `${c}-fill`), 'line-3', 'focus', 'select-line'].filter((shape) => contrast(theme.get(shape) ?? '', theme.get('panel') ?? '') < 3);
  expect(faint).toEqual([]);
});
