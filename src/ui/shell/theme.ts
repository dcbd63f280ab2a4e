import type { App } from '../../state/app';

/** Writes the theme on the document: the chosen one, or the system's. */
export function followTheme(view: App['view']): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { theme } = view.getState();
    const chosen = theme === 'system' ? (contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light') : theme;
    if (document.documentElement.dataset['theme'] !== chosen) document.documentElement.dataset['theme'] = chosen;
  };
  apply();
  view.subscribe(apply);
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
}
