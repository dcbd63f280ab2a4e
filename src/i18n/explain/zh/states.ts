import type { StateText } from '../text';

export const states: Readonly<Record<string, StateText>> = {};
