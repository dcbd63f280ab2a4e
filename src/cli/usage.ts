/** The person's input is wrong: a sentence for them, exit code 2. */
export class UsageError extends Error {}

export const USAGE = `podyssey follows kubectl commands through a simulated Kubernetes cluster.

  podyssey list
      Names the scenarios of the library.
  podyssey run FILE.yaml|ID [--cluster CLUSTER.yaml] [--seed N]
      Runs a scenario, from a file or the library, and prints the journey of its commands as a tree.
  podyssey record FILE.yaml… --cluster CLUSTER.yaml --out DIR [--seed N]
      Runs scenarios and writes DIR/<id>.json, in the format of the recordings of a real cluster.

Exit codes: 0 done, 2 the input is wrong (the message says where).
`;

export interface Arguments {
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** `FILE… --key value` or `--key=value`; only the given options are known. */
export function parseArguments(argv: readonly string[], known: readonly string[]): Arguments {
  const files: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    if (!word.startsWith('--')) {
      files.push(word);
      continue;
    }
    const [key = '', inline] = word.slice(2).split(/=(.*)/s);
    if (!known.includes(key)) throw new UsageError(`unknown option --${key}; known: ${known.map((k) => `--${k}`).join(', ')}`);
    const value = inline ?? argv[++i];
    if (value === undefined) throw new UsageError(`--${key} needs a value`);
    options[key] = value;
  }
  return { files, options };
}

/** `--seed`, else the scenario's, else 1. */
export function seedOf(options: Readonly<Record<string, string>>, ofScenario = 1): number {
  const text = options['seed'];
  if (text === undefined) return ofScenario;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--seed: expected a whole number from 0 to 999999999, not "${text}"`);
  return Number(text);
}
