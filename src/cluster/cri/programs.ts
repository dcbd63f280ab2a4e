import { parseImage } from './image-reference';
import type { ProcessContext, Running } from './process';
import { PROGRAMS } from './shell/commands';
import { Shell } from './shell/interpreter';

/** What an image runs when nobody says otherwise, and what is in it. */
interface ImageModel {
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  /** Names of executables; undefined: whatever is asked for is there. */
  readonly executables: ReadonlySet<string> | undefined;
}

const BUSYBOX: ReadonlySet<string> = new Set([...Object.keys(PROGRAMS).filter((name) => name !== 'stress'), 'sh', 'ash']);
const withBusybox = (...more: readonly string[]): ReadonlySet<string> => new Set([...BUSYBOX, ...more]);

const IMAGES: Readonly<Record<string, ImageModel>> = {
  busybox: { entrypoint: [], cmd: ['sh'], executables: BUSYBOX },
  alpine: { entrypoint: [], cmd: ['/bin/sh'], executables: BUSYBOX },
  nginx: { entrypoint: ['/docker-entrypoint.sh'], cmd: ['nginx', '-g', 'daemon off;'], executables: withBusybox('nginx', 'docker-entrypoint.sh', 'bash') },
  httpd: { entrypoint: [], cmd: ['httpd-foreground'], executables: withBusybox('httpd-foreground', 'bash') },
  redis: { entrypoint: ['docker-entrypoint.sh'], cmd: ['redis-server'], executables: withBusybox('redis-server', 'docker-entrypoint.sh') },
  'hello-world': { entrypoint: [], cmd: ['/hello'], executables: new Set(['hello']) },
  stress: { entrypoint: [], cmd: ['stress'], executables: withBusybox('stress', 'bash') },
};
/** An image that nobody described: its program runs until it is told to stop. */
const UNKNOWN: ImageModel = { entrypoint: [], cmd: ['/entrypoint'], executables: undefined };

const modelOf = (image: string): ImageModel => {
  const { repository } = parseImage(image);
  return IMAGES[repository.slice(repository.lastIndexOf('/') + 1)] ?? UNKNOWN;
};

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether an executable of that name is in the image. */
export function installed(image: string, program: string): boolean {
  return modelOf(image).executables?.has(baseName(program)) ?? true;
}

/** The command line: what the pod says goes before what the image says, as the runtime specification has it. */
export function argvOf(image: string, command: readonly string[], args: readonly string[]): readonly string[] {
  const model = modelOf(image);
  if (command.length > 0) return [...command, ...args];
  return [...model.entrypoint, ...(args.length > 0 ? args : model.cmd)];
}

/** Runs a command line as a program of the image. */
export function runProgram(argv: readonly string[], context: ProcessContext): Running {
  const [path = '', ...args] = argv;
  switch (baseName(path)) {
    // The entry script of an image starts what follows.
    case 'docker-entrypoint.sh': return args.length === 0 ? exitWith(0) : runProgram(args, context);
    case 'sh': case 'ash': case 'bash':
      return args[0] === '-c' ? new Shell(context, baseName(path), args.slice(2)).run(args[1] ?? '') : exitWith(0);
    case 'nginx': return server(context, 80, ['/docker-entrypoint.sh: Configuration complete; ready for start up']);
    case 'httpd-foreground': return server(context, 80, []);
    case 'redis-server': return server(context, 6379, ['* Ready to accept connections tcp']);
    case 'hello': return hello(context);
    default: {
      const program = PROGRAMS[baseName(path)];
      return program === undefined ? forever(context) : program({
        args, shell: new Shell(context, baseName(path), []), stdin: '',
        out: (text) => context.write('stdout', text), err: (text) => context.write('stderr', text),
      });
    }
  }
}

// eslint-disable-next-line require-yield
function* exitWith(code: number): Running {
  return code;
}

// eslint-disable-next-line require-yield
function* hello(context: ProcessContext): Running {
  context.write('stdout', 'Hello from this container!\n');
  return 0;
}

/** Ends with 0 when it is told to stop. */
function* untilStopped(context: ProcessContext): Running {
  context.handlers.set('TERM', 'handle');
  context.handlers.set('QUIT', 'handle');
  context.handlers.set('INT', 'handle');
  for (;;) {
    yield { kind: 'forever', interruptible: true };
    if (context.pending.length > 0) return 0;
  }
}

function* forever(context: ProcessContext): Running {
  return yield* untilStopped(context);
}

/** A web server: 200 for `/`, 404 for everything else. */
function* server(context: ProcessContext, port: number, banner: readonly string[]): Running {
  for (const line of banner) context.write('stdout', `${line}\n`);
  context.listen(port, (path) => {
    const code = path.split('?')[0] === '/' ? 200 : 404;
    context.write('stdout', `"GET ${path} HTTP/1.1" ${code}\n`);
    return { code, body: code === 200 ? '<h1>It works!</h1>' : '<h1>404 Not Found</h1>' };
  });
  return yield* untilStopped(context);
}
