import { useStore } from '../../state/use';
import { useApp } from '../app-context';

/** Documents of the log by number; undefined while they are on their way. */
export function useDocuments(ids: readonly number[]): readonly unknown[] {
  const { session } = useApp();
  // Documents that have come change this count, and with it the answer.
  useStore(session.documents, (s) => s.count);
  return ids.map((id) => (id === 0 ? undefined : session.peek(id)));
}
