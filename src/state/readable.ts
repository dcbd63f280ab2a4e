/** What `useStore` can read: a store seen from outside. */
export interface Readable<T> {
  getState(): T;
  getInitialState(): T;
  subscribe(listener: (state: T, before: T) => void): () => void;
}
