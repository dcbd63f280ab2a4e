/**
 * An object while it is built: `const out: Mutable<Pod> = {…}; if (…) out.x = …`. In hot code that costs a fifth of a literal with
 * conditional spreads (`...(c ? { x } : {})`), each of which is a copy for the engine.
 */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
