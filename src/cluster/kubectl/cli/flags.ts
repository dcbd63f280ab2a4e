import { invariant } from '../../../base/assert';
import { err, ok, type Result } from '../../../base/result';
import { parseDuration } from './duration';

export type FlagType = 'string' | 'bool' | 'int32' | 'int64' | 'duration' | 'stringArray' | 'stringSlice';
export type FlagValue = string | boolean | number | readonly string[];

/** One flag of a command. */
export interface FlagSpec {
  readonly name: string;
  readonly short?: string;
  readonly type: FlagType;
  readonly default: FlagValue;
  /** The value of the flag written without one: `--dry-run`. Flags without this need a value. */
  readonly bare?: string;
}

/** The flags of one invocation, parsed. Asking for a flag that the command does not have is a mistake in our code. */
export class FlagValues {
  private readonly values = new Map<string, FlagValue>();
  private readonly set = new Set<string>();

  constructor(readonly specs: readonly FlagSpec[]) {}

  changed(name: string): boolean {
    return this.set.has(name);
  }

  has(name: string): boolean {
    return this.specs.some((s) => s.name === name);
  }

  isList(name: string): boolean {
    return Array.isArray(this.value(name));
  }

  string(name: string): string {
    const value = this.value(name);
    invariant(typeof value === 'string', `flag ${name} is a string`);
    return value;
  }

  bool(name: string): boolean {
    const value = this.value(name);
    invariant(typeof value === 'boolean', `flag ${name} is a boolean`);
    return value;
  }

  /** Whole numbers; durations in microseconds. */
  number(name: string): number {
    const value = this.value(name);
    invariant(typeof value === 'number', `flag ${name} is a number`);
    return value;
  }

  list(name: string): readonly string[] {
    const value = this.value(name);
    invariant(Array.isArray(value), `flag ${name} is a list`);
    return value as readonly string[];
  }

  /** Takes one occurrence on the command line. Models spf13/pflag flag.go FlagSet.Set. */
  assign(spec: FlagSpec, text: string): Result<void, string> {
    const parsed = parseValue(spec, text);
    if (!parsed.ok) {
      const shown = spec.short === undefined ? `--${spec.name}` : `-${spec.short}, --${spec.name}`;
      return err(`invalid argument ${JSON.stringify(text)} for ${JSON.stringify(shown)} flag: ${parsed.error}`);
    }
    const before = this.set.has(spec.name) ? this.values.get(spec.name) : undefined;
    const value = parsed.value;
    this.values.set(spec.name, Array.isArray(value) && Array.isArray(before) ? [...(before as readonly string[]), ...(value as readonly string[])] : value);
    this.set.add(spec.name);
    return ok(undefined);
  }

  private value(name: string): FlagValue {
    const spec = this.specs.find((s) => s.name === name);
    invariant(spec !== undefined, `no flag ${name}`);
    return this.values.get(name) ?? spec.default;
  }
}

function parseValue(spec: FlagSpec, text: string): Result<FlagValue, string> {
  switch (spec.type) {
    case 'string': return ok(text);
    case 'stringArray': return ok([text]);
    case 'stringSlice': return ok(text === '' ? [] : splitCsv(text));
    case 'bool': return parseBool(text);
    case 'int32': return parseInteger(text, 2 ** 31);
    case 'int64': return parseInteger(text, 2 ** 63);
    case 'duration': return parseDuration(text);
  }
}

function parseBool(text: string): Result<boolean, string> {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return ok(true);
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return ok(false);
  return err(`strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** Models Go strconv.ParseInt with base 0. */
function parseInteger(text: string, limit: number): Result<number, string> {
  const complain = (what: string): Result<number, string> => err(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${what}`);
  if (!/^[+-]?(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[0-9]+)$/.test(text) || /^[+-]?0[89]/.test(text)) return complain('invalid syntax');
  const digits = text.replace(/^[+-]/, '').replace(/^0(?=[0-7]+$)/, '0o');
  const value = (text.startsWith('-') ? -1 : 1) * Number(digits);
  return value >= limit || value < -limit ? complain('value out of range') : ok(value);
}

/** One line of comma-separated values, with double quotes. */
function splitCsv(text: string): readonly string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quoted && c === '"' && text.charAt(i + 1) === '"') {
      field += '"';
      i++;
    } else if (c === '"' && (quoted || field === '')) quoted = !quoted;
    else if (c === ',' && !quoted) {
      fields.push(field);
      field = '';
    } else field += c;
  }
  return [...fields, field];
}

export interface ParsedArgs {
  readonly flags: FlagValues;
  readonly args: readonly string[];
  /** How many arguments stood before `--`; -1 without one. */
  readonly dash: number;
}

/** Reads a command line against its flags; flags and arguments may be mixed. The error is pflag's. Models spf13/pflag flag.go parseArgs. */
export function parseFlags(specs: readonly FlagSpec[], argv: readonly string[]): Result<ParsedArgs, string> {
  const flags = new FlagValues(specs);
  const args: string[] = [];
  let dash = -1;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? '';
    if (arg === '--') {
      dash = args.length;
      args.push(...argv.slice(i + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      args.push(arg);
      continue;
    }
    const taken = arg.startsWith('--') ? takeLong(flags, arg, argv[i + 1]) : takeShort(flags, arg, argv[i + 1]);
    if (!taken.ok) return taken;
    if (taken.value) i++;
  }
  return ok({ flags, args, dash });
}

/** True when the next argument was used up as the value. */
function takeLong(flags: FlagValues, arg: string, next: string | undefined): Result<boolean, string> {
  const body = arg.slice(2);
  const equals = body.indexOf('=');
  const name = equals < 0 ? body : body.slice(0, equals);
  if (name === '' || name.startsWith('-')) return err(`bad flag syntax: ${arg}`);
  const spec = flags.specs.find((s) => s.name === name);
  if (spec === undefined) return err(`unknown flag: --${name}`);
  if (equals >= 0) return assigned(flags.assign(spec, body.slice(equals + 1)), false);
  if (spec.bare !== undefined) return assigned(flags.assign(spec, spec.bare), false);
  if (next === undefined) return err(`flag needs an argument: --${name}`);
  return assigned(flags.assign(spec, next), true);
}

function takeShort(flags: FlagValues, arg: string, next: string | undefined): Result<boolean, string> {
  let rest = arg.slice(1);
  while (rest !== '') {
    const letter = rest.charAt(0);
    const spec = flags.specs.find((s) => s.short === letter);
    if (spec === undefined) return err(`unknown shorthand flag: '${letter}' in -${rest}`);
    const tail = rest.slice(1);
    if (tail.startsWith('=') && tail.length > 1) return assigned(flags.assign(spec, tail.slice(1)), false);
    if (spec.bare !== undefined) {
      const set = flags.assign(spec, spec.bare);
      if (!set.ok) return set;
      rest = tail;
      continue;
    }
    if (tail !== '') return assigned(flags.assign(spec, tail), false);
    if (next === undefined) return err(`flag needs an argument: '${letter}' in -${rest}`);
    return assigned(flags.assign(spec, next), true);
  }
  return ok(false);
}

function assigned(result: Result<void, string>, usedNext: boolean): Result<boolean, string> {
  return result.ok ? ok(usedNext) : result;
}

// How a table of flags is written.
export const string = (name: string, fallback = '', short?: string): FlagSpec => spec({ name, type: 'string', default: fallback }, short);
export const bool = (name: string, fallback = false, short?: string): FlagSpec => spec({ name, type: 'bool', default: fallback, bare: 'true' }, short);
export const int = (name: string, fallback: number, short?: string): FlagSpec => spec({ name, type: 'int32', default: fallback }, short);
export const int64 = (name: string, fallback: number, short?: string): FlagSpec => spec({ name, type: 'int64', default: fallback }, short);
/** The default is in microseconds. */
export const duration = (name: string, fallback = 0): FlagSpec => ({ name, type: 'duration', default: fallback });
export const array = (name: string, short?: string): FlagSpec => spec({ name, type: 'stringArray', default: [] }, short);
export const slice = (name: string, short?: string): FlagSpec => spec({ name, type: 'stringSlice', default: [] }, short);
/** A flag that may stand without a value. */
export const choice = (name: string, fallback: string, bare: string): FlagSpec => ({ name, type: 'string', default: fallback, bare });

function spec(base: FlagSpec, short: string | undefined): FlagSpec {
  return short === undefined ? base : { ...base, short };
}
