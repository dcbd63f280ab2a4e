/** Throws when a condition that our own code promised does not hold. Never for a person's input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (condition === false || condition === undefined || condition === null) throw new Error(`invariant: ${message}`);
}

/** For the default branch of a switch over a discriminated union: a new member becomes a compile error. */
export function assertUnreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

/** The value, or a thrown invariant when it is undefined. */
export function defined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`invariant: ${what} is undefined`);
  return value;
}
