import type { StateText } from '../text';

/** By `machine.state`. What stands in a machine's definition is the fallback; here is what deserves more words. */
export const states = {} satisfies Readonly<Record<string, StateText>>;
