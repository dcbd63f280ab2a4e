/** Scores a simulated run against a recording of a real cluster: every section and the whole, 0 to 1. */
export function compare(recording: unknown, simulated: unknown, note?: (section: string, message: string) => void): { readonly scores: Readonly<Record<string, number>>; readonly score: number };
