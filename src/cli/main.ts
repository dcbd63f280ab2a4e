import { list } from './list';
import { record } from './record';
import { run } from './run';
import { USAGE, UsageError } from './usage';

/** Runs one command line and returns the exit code: 0 done, 1 a check failed, 2 the input is wrong. */
export function main(argv: readonly string[]): number {
  const [command, ...rest] = argv;
  try {
    switch (command) {
      case 'record': return record(rest);
      case 'run': return run(rest);
      case 'list': return list();
      case 'help':
      case '--help':
      case '-h':
      case undefined:
        process.stdout.write(USAGE);
        return command === undefined ? 2 : 0;
      default:
        throw new UsageError(`unknown command "${command}"`);
    }
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem;
    process.stderr.write(`podyssey: ${problem.message}\n`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
