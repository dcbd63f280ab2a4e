import { err, ok, type Result } from '../base/result';
import type { MachineDescription } from '../kernel/log-machines';
import { Log, LOG_VERSION } from '../kernel/log';

const FORMAT = 'podyssey-log';
const TABLES = ['spans', 'messages', 'revisions', 'joins'] as const;

/** A log as JSON: columns as arrays of numbers. */
interface SavedLog {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly tables: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  readonly strings: readonly string[];
  /** Index 0 stands for undefined and is written as null. */
  readonly payloads: readonly unknown[];
  readonly machines: readonly MachineDescription[];
}

/** Turns a saved log of one version into one of the next; index n upgrades version n + 1. */
type Upgrader = (saved: SavedLog) => SavedLog;
const UPGRADERS: readonly Upgrader[] = [];

/** Any column, to read and to fill. */
interface AnyColumn {
  readonly length: number;
  get(row: number): number;
  push(value: number): number;
}
const columnsOf = (log: Log, name: (typeof TABLES)[number]): [string, AnyColumn][] => {
  const table: Readonly<Record<string, AnyColumn>> = log[name];
  return Object.entries(table);
};

/** The whole log as the text of a file. Reading it back gives a log with the same hash. */
export function saveLog(log: Log): string {
  const tables: Record<string, Record<string, number[]>> = {};
  for (const name of TABLES) {
    const columns: Record<string, number[]> = {};
    for (const [key, column] of columnsOf(log, name)) columns[key] = Array.from({ length: column.length }, (_, row) => column.get(row));
    tables[name] = columns;
  }
  const saved: SavedLog = { format: FORMAT, version: LOG_VERSION, tables, strings: log.strings, payloads: log.payloads, machines: [...log.machines.values()] };
  return JSON.stringify(saved);
}

/** Reads a saved log of this or an earlier version. The error says what is wrong with the file. */
export function loadLog(text: string): Result<Log, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return err(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof parsed !== 'object' || parsed === null || !('format' in parsed) || parsed.format !== FORMAT) return err('not a saved log');
  const version = 'version' in parsed ? parsed.version : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return err(`the log's version is ${JSON.stringify(version)}; it must be a whole number from 1 on`);
  if (version > LOG_VERSION) return err(`the log is of version ${version}; this is a reader of version ${LOG_VERSION}`);
  const saved = UPGRADERS.slice(version - 1).reduce((log, upgrade) => upgrade(log), parsed as SavedLog);
  return fill(saved);
}

function fill(saved: SavedLog): Result<Log, string> {
  const log = new Log();
  if (!Array.isArray(saved.strings) || !Array.isArray(saved.payloads) || !Array.isArray(saved.machines)) return err('strings, payloads and machines must be lists');
  for (const name of TABLES) {
    const columns = columnsOf(log, name);
    let length: number | undefined;
    for (const [key, column] of columns) {
      const values = saved.tables?.[name]?.[key];
      if (!Array.isArray(values) || !values.every((value) => typeof value === 'number')) return err(`tables.${name}.${key} must be a list of numbers`);
      if (length !== undefined && values.length !== length) return err(`tables.${name}.${key} has ${values.length} rows; the columns before it have ${length}`);
      length = values.length;
      for (const value of values) column.push(value);
    }
  }
  for (const text of saved.strings.slice(1)) log.intern(text);
  for (const document of saved.payloads.slice(1)) log.payloads.push(document);
  for (const machine of saved.machines) log.machines.set(machine.id, machine);
  return ok(log);
}
