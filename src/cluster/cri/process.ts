import type { Micros } from '../../kernel/time';

/** What a process waits for. `interruptible`: a signal with a handler ends the wait. */
export type Wait =
  | { readonly kind: 'sleep'; readonly micros: Micros; readonly interruptible?: boolean }
  | { readonly kind: 'forever'; readonly interruptible?: boolean }
  /** The process now needs this much more memory; the kernel may kill it for that. */
  | { readonly kind: 'memory'; readonly bytes: number; readonly micros: Micros };

/** Why a wait ended. */
export type Wake = 'elapsed' | 'signal';

/** A running program: yields what it waits for, returns its exit code. */
export type Running = Generator<Wait, number, Wake>;

export type Signal = 'TERM' | 'INT' | 'QUIT' | 'HUP' | 'KILL' | 'USR1' | 'USR2';
export const SIGNAL_NUMBER: Readonly<Record<Signal, number>> = { HUP: 1, INT: 2, QUIT: 3, KILL: 9, USR1: 10, USR2: 12, TERM: 15 };

export interface HttpAnswer {
  readonly code: number;
  readonly body: string;
}

/** What a program may touch: its container. */
export interface ProcessContext {
  readonly files: FileSystem;
  readonly env: Map<string, string>;
  readonly hostname: string;
  /** Whether it is process 1 of its container: signals without a handler do nothing to it. */
  readonly init: boolean;
  /** Writes to the container's log, or to what an exec call returns. */
  readonly write: (stream: 'stdout' | 'stderr', text: string) => void;
  /** The time as `date` shows it. */
  readonly date: () => string;
  readonly random: (n: number) => number;
  /** Whether a program of that name is in the image. */
  readonly installed: (program: string) => boolean;
  /** Sends a signal to the container's process 1, the only one that others can name. */
  readonly signalInit: (signal: Signal) => void;
  /** Starts answering on a port of the pod. */
  readonly listen: (port: number, answer: (path: string) => HttpAnswer) => void;
  /** What the program does about a signal; undefined: the default. */
  readonly handlers: Map<Signal, 'ignore' | 'handle'>;
  /** Signals that came and have a handler, oldest first. */
  readonly pending: Signal[];
}

/** What every image has at its root. */
const DIRECTORIES: readonly string[] = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];

/** Files of a container: its own layer and what is mounted into it. */
export class FileSystem {
  private readonly layer = new Map<string, string>();

  /** `mounts`: container path to the files in it; longest path first. */
  constructor(private readonly mounts: readonly { readonly path: string; readonly readonly: boolean; readonly files: Map<string, string> }[]) {}

  read(path: string): string | undefined {
    const mount = this.mountOf(path);
    return mount === undefined ? this.layer.get(path) : mount.files.get(path.slice(mount.path.length + 1));
  }

  /** False when the place is read-only. */
  write(path: string, content: string): boolean {
    const mount = this.mountOf(path);
    if (mount === undefined) this.layer.set(path, content);
    else if (mount.readonly) return false;
    else mount.files.set(path.slice(mount.path.length + 1), content);
    return true;
  }

  remove(path: string): boolean {
    const mount = this.mountOf(path);
    return mount === undefined ? this.layer.delete(path) : !mount.readonly && mount.files.delete(path.slice(mount.path.length + 1));
  }

  isDirectory(path: string): boolean {
    const prefix = path === '/' ? '/' : `${path}/`;
    if (path === '/' || DIRECTORIES.includes(path.slice(1))) return true;
    if (this.mounts.some((m) => m.path === path || m.path.startsWith(prefix))) return true;
    return this.list(path).length > 0;
  }

  /** Names in a directory, sorted. */
  list(path: string): readonly string[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = new Set<string>(path === '/' ? DIRECTORIES : []);
    for (const file of this.layer.keys()) if (file.startsWith(prefix)) names.add(file.slice(prefix.length).split('/')[0] ?? '');
    for (const mount of this.mounts) {
      if (mount.path === path) for (const file of mount.files.keys()) names.add(file.split('/')[0] ?? '');
      else if (mount.path.startsWith(prefix)) names.add(mount.path.slice(prefix.length).split('/')[0] ?? '');
    }
    return [...names].sort();
  }

  private mountOf(path: string): { readonly path: string; readonly readonly: boolean; readonly files: Map<string, string> } | undefined {
    return this.mounts.find((m) => path.startsWith(`${m.path}/`));
  }
}
