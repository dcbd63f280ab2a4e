import type { ProcessContext } from '../process';

/** Where `> path` (`truncate`) or `>> path` writes to; undefined when the file cannot be made. */
export function sinkFor(context: ProcessContext, path: string, truncate: boolean): ((text: string) => void) | undefined {
  if (path === '/dev/null') return () => {};
  if (path === '/dev/stdout' || path === '/proc/1/fd/1') return (t) => context.write('stdout', t);
  if (path === '/dev/stderr' || path === '/proc/1/fd/2') return (t) => context.write('stderr', t);
  const { files } = context;
  if (!files.write(path, truncate ? '' : (files.read(path) ?? ''))) return undefined;
  return (text) => {
    files.write(path, (files.read(path) ?? '') + text);
  };
}
