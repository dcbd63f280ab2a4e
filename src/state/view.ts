import { createStore, type StoreApi } from 'zustand/vanilla';

export type Theme = 'system' | 'light' | 'dark' | 'contrast';
export type Language = 'en' | 'zh';
export type InspectorTab = 'explain' | 'decision' | 'machine' | 'object' | 'request' | 'causes';
export type Mode = 'walkthrough' | 'explore' | 'present';
/** Panels that fold and have a size. */
export type PanelId = 'terminal' | 'journey' | 'inspector' | 'timeline';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];
export const LANGUAGES: readonly Language[] = ['en', 'zh'];
export const INSPECTOR_TABS: readonly InspectorTab[] = ['explain', 'decision', 'machine', 'object', 'request', 'causes'];
export const MODES: readonly Mode[] = ['walkthrough', 'explore', 'present'];

/** How the page looks. Nothing in it changes what the cluster does. */
export interface View {
  readonly theme: Theme;
  readonly language: Language;
  readonly mode: Mode;
  readonly inspectorTab: InspectorTab;
  /** Whatever the panel library wants kept, by group: sizes in percent. */
  readonly panelSizes: Readonly<Record<string, readonly number[]>>;
  readonly folded: readonly PanelId[];
  /** Lanes of the timeline that are open. */
  readonly openLanes: readonly string[];
  /** Window of the timeline, in the units of its mode (µs or story seconds); undefined: everything. */
  readonly timelineWindow: readonly [number, number] | undefined;
  /** Camera of the map: centre and scale in the map's own units; undefined: everything. */
  readonly camera: { readonly x: number; readonly y: number; readonly k: number } | undefined;
}

export interface ViewState extends View {
  set(change: Partial<View>): void;
  toggleFold(panel: PanelId): void;
  toggleLane(lane: string): void;
}

export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

const KEY = 'podyssey.view';
export const DEFAULT_VIEW: View = {
  theme: 'system', language: 'en', mode: 'walkthrough', inspectorTab: 'explain', panelSizes: {}, folded: [], openLanes: [], timelineWindow: undefined, camera: undefined,
};
/** What outlives the page. Windows and cameras belong to one log. */
const KEPT = ['theme', 'language', 'mode', 'inspectorTab', 'panelSizes', 'folded', 'openLanes'] as const satisfies readonly (keyof View)[];

/** `fallback` is what the browser prefers, below what was kept; `asked` is what a link asks for, above it. */
export function createView(storage: TextStorage | undefined, fallback: Partial<View> = {}, asked: Partial<View> = {}): StoreApi<ViewState> {
  const store = createStore<ViewState>((set) => ({
    ...DEFAULT_VIEW, ...fallback, ...readView(storage), ...asked,
    set: (change) => set(change),
    toggleFold: (panel) => set((s) => ({ folded: toggled(s.folded, panel) })),
    toggleLane: (lane) => set((s) => ({ openLanes: toggled(s.openLanes, lane) })),
  }));
  store.subscribe((state) => {
    try {
      storage?.setItem(KEY, JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, state[name]]))));
    } catch {
      // Storage is full or forbidden: the page works without.
    }
  });
  return store;
}

const toggled = <T>(list: readonly T[], item: T): readonly T[] => (list.includes(item) ? list.filter((x) => x !== item) : [...list, item]);

/** What was kept; each bad field falls back alone. */
function readView(storage: TextStorage | undefined): Partial<View> {
  let kept: unknown;
  try {
    kept = JSON.parse(storage?.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
  if (typeof kept !== 'object' || kept === null) return {};
  const fields = kept as Readonly<Record<string, unknown>>;
  const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every((x) => typeof x === 'string');
  const view: { -readonly [Name in keyof View]?: View[Name] } = {};
  const theme = THEMES.find((x) => x === fields['theme']);
  if (theme !== undefined) view.theme = theme;
  const language = LANGUAGES.find((x) => x === fields['language']);
  if (language !== undefined) view.language = language;
  const mode = MODES.find((x) => x === fields['mode']);
  if (mode !== undefined) view.mode = mode;
  const tab = INSPECTOR_TABS.find((x) => x === fields['inspectorTab']);
  if (tab !== undefined) view.inspectorTab = tab;
  if (texts(fields['folded'])) view.folded = fields['folded'] as PanelId[];
  if (texts(fields['openLanes'])) view.openLanes = fields['openLanes'];
  const sizes = fields['panelSizes'];
  if (typeof sizes === 'object' && sizes !== null && Object.values(sizes).every((s) => Array.isArray(s) && s.every((n) => typeof n === 'number' && n >= 0 && n <= 100))) {
    view.panelSizes = sizes as Record<string, number[]>;
  }
  return view;
}
