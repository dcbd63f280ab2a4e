import { createContext, use } from 'react';

/** Where menus, tips and popovers are put: inside the page's main part, so that they belong to it. */
export const LayerContext = createContext<HTMLElement | null>(null);

export const useLayer = (): HTMLElement | null => use(LayerContext);
