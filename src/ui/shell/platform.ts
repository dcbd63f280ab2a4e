/** Whether shortcuts are written with ⌘. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
