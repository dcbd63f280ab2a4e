const PATHS = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M7 4.5h3.6v15H7zM13.4 4.5H17v15h-3.6z',
  next: 'M9 5.5 15.5 12 9 18.5',
  previous: 'M15 5.5 8.5 12l6.5 6.5',
  nextChapter: 'M6 5.5 12.5 12 6 18.5M13 5.5 19.5 12 13 18.5',
  previousChapter: 'M18 5.5 11.5 12l6.5 6.5M11 5.5 4.5 12l6.5 6.5',
  search: 'M10.8 17.2a6.4 6.4 0 1 0 0-12.8 6.4 6.4 0 0 0 0 12.8zM15.6 15.6 20 20',
  share: 'M12 15V4.2M7.8 8 12 3.8 16.2 8M5 12.5v6.7h14v-6.7',
  sun: 'M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4zM12 2.6v2.1M12 19.3v2.1M2.6 12h2.1M19.3 12h2.1M5.4 5.4l1.5 1.5M17.1 17.1l1.5 1.5M18.6 5.4l-1.5 1.5M6.9 17.1l-1.5 1.5',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  contrast: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16',
  system: 'M4 5.5h16v10.5H4zM9 20h6M12 16v4',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.7 9.6a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
  chevronDown: 'M7 10l5 5 5-5',
  chevronRight: 'M10 7l5 5-5 5',
  check: 'M5.5 12.5l4.2 4.2 8.8-9.4',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  fit: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  follow: 'M12 12m-2.6 0a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M12 3v3.4M12 17.6V21M3 12h3.4M17.6 12H21',
  table: 'M4.5 5.5h15v13h-15zM4.5 10h15M4.5 14.2h15M10 5.5v13',
  foldLeft: 'M4.5 5h15v14h-15zM9.8 5v14M15.6 9.6 13 12l2.6 2.4',
  foldRight: 'M4.5 5h15v14h-15zM14.2 5v14M8.4 9.6 11 12l-2.6 2.4',
  foldDown: 'M4.5 5h15v14h-15zM4.5 14h15M9.6 8.2 12 10.8l2.4-2.6',
  widen: 'M3.5 12h17M7.5 8l-4 4 4 4M16.5 8l4 4-4 4',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  restart: 'M5 12a7 7 0 1 1 2.2 5.1M5 19v-4.4h4.4',
  terminal: 'M4 5h16v14H4zM7.5 9.5l2.6 2.5-2.6 2.5M12.5 15h4',
  map: 'M9 4.8 3.8 7v12.2L9 17l6 2.2 5.2-2.2V4.8L15 7zM9 4.8V17M15 7v12.2',
  list: 'M9 6.5h11M9 12h11M9 17.5h11M4.6 6.5h.1M4.6 12h.1M4.6 17.5h.1',
  timeline: 'M4 6.5h8M8 12h9M12 17.5h8',
  inspect: 'M5 4.5h14v15H5zM8.5 9h7M8.5 12.5h7M8.5 16h4',
  globe: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c2.4 2.4 3.5 5.2 3.5 8.5s-1.1 6.1-3.5 8.5c-2.4-2.4-3.5-5.2-3.5-8.5s1.1-6.1 3.5-8.5z',
  enter: 'M19 6v6.5H6M9.5 8.6 5.5 12.5l4 3.9',
  warning: 'M12 4.2 21 19.5H3zM12 10v4.2M12 16.7v.1',
  more: 'M5.5 12h.1M12 12h.1M18.5 12h.1',
  save: 'M12 4v11.2M7.8 11.2 12 15.4l4.2-4.2M5 15.5v4.2h14v-4.2',
  open: 'M3.8 18.5v-13h5.4l2 2.4h9v10.6zM3.8 11h16.4',
  compare: 'M4 5.5h6.5v13H4zM13.5 5.5H20v13h-6.5z',
  picture: 'M4 5h16v14H4zM4 16l4.6-4.6 4 4 2.6-2.6L20 17.4M15.5 9.3v.1',
  branch: 'M7 4.5v15M7 13.5c0-4.5 9-2.5 9-9M12.8 7.4 16 4.2l3.2 3.2',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2',
  back: 'M19 12H5.5M11 6.2 5.2 12l5.8 5.8',
  target: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 13.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
} as const;

export type IconName = keyof typeof PATHS;

const SOLID: ReadonlySet<IconName> = new Set(['play', 'pause']);

/** A line drawing of 24 × 24 units, in the colour of the text. Decoration: what it stands for is said beside it or in a label. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  const solid = SOLID.has(name);
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill={solid ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={solid ? 1.4 : 1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
