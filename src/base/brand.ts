/** A nominal type over a structural one: `Brand<number, 'Micros'>` is a number that only a Micros may be assigned to. */
export type Brand<T, Name extends string> = T & { readonly __brand?: Name };
