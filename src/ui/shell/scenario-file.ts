import { parseScenario, type Scenario, type ScenarioStep } from '../../scenarios/scenario';
import { printScenario } from '../../scenarios/print-scenario';
import type { PlannedInput, SessionState, StartOptions } from '../../state/session';
import { planOfScenario, SECOND } from './scenario-plan';

const LARGEST = 1_000_000;

/** What is typed at rest is typed at that very time again: who runs the file cannot tell when this page calls a cluster at rest. */
type Kept = Pick<SessionState, 'options' | 'inputs' | 'until'>;

/** The run as a scenario that gives the same log wherever it runs. `waiting` are inputs that the engine has not taken yet. */
export function scenarioOf({ options, inputs, until }: Kept, waiting: readonly PlannedInput[], id: string, title: string): Scenario {
  const all: readonly PlannedInput[] = [...inputs, ...waiting];
  const order = all.flatMap(({ action }) => (action.type === 'execute' ? [action.id] : []));
  return {
    id, title, version: options.version, seed: options.seed, nodes: options.nodes, tail: 0, until: waiting.length > 0 ? undefined : until / SECOND,
    steps: all.map((input) => stepOf(input, order)),
  };
}

function stepOf({ at, action }: PlannedInput, order: readonly number[]): ScenarioStep {
  const time = at === undefined ? undefined : at / SECOND;
  switch (action.type) {
    case 'execute': return { kind: 'run', command: action.line, stdin: action.stdin, as: action.user ?? 'admin', settle: 1, at: time };
    case 'interrupt': return { kind: 'interrupt', command: order.indexOf(action.id) + 1, at: time };
    case 'advance': return { kind: 'sleep', seconds: action.by / SECOND, at: time };
  }
}

export const scenarioText = (scenario: Scenario, comment: string): string => printScenario(scenario, comment);

export type Opened =
  | { readonly ok: true; readonly title: string; readonly options: StartOptions; readonly plan: readonly PlannedInput[] }
  | { readonly ok: false; readonly problem: 'tooLarge' | 'notText' | 'isLog' }
  | { readonly ok: false; readonly problem: 'mistake'; readonly line: number; readonly message: string };

/** Reads a file that somebody chose. What it leaves out is as at present. */
export async function openScenario(file: Pick<File, 'name' | 'size' | 'text'>, present: StartOptions): Promise<Opened> {
  if (file.size > LARGEST) return { ok: false, problem: await looksLikeLog(file) ? 'isLog' : 'tooLarge' };
  const text = await file.text();
  if (text.includes('\0') || text.includes('\uFFFD')) return { ok: false, problem: 'notText' };
  if (isLog(text)) return { ok: false, problem: 'isLog' };
  const read = parseScenario(file.name, text, { faults: false });
  if (!read.ok) return { ok: false, problem: 'mistake', line: read.error.line, message: read.error.message };
  const { id, title, version, seed, nodes } = read.value;
  return { ok: true, title, options: { scenario: id, version: version ?? present.version, seed: seed ?? present.seed, nodes }, plan: planOfScenario(read.value) };
}

const isLog = (text: string): boolean => text.slice(0, 200).includes('"format":"podyssey-log"');

/** Logs are the largest files that somebody has of this page. */
async function looksLikeLog(file: Pick<File, 'text'>): Promise<boolean> {
  return isLog((await file.text()).slice(0, 200));
}
