import { en } from '../i18n/explain/en';
import { fill } from '../i18n/fill';
import type { Log } from '../kernel/log';
import { MILLISECOND, SECOND, type Micros } from '../kernel/time';
import type { ScenarioRun, StepRecord } from '../scenarios/runner';
import { Storyteller } from '../trace/journey';
import { messageView, spanView } from '../trace/rows';
import { traceOf, type Trace } from '../trace/trace';
import type { RowRef } from '../trace/types';
import type { Chapter, Journey, Step } from '../trace/views';

/** Of a message's label, in characters: a tree is read line by line. */
const LONGEST_LABEL = 60;

/**
 * What a scenario's commands set in motion, as text: a command, its output, and under it the chapters and steps of its
 * journey with time since Enter, component, step and what caused it.
 */
export function journeyTree(log: Log, run: ScenarioRun): string {
  const trace = traceOf(log);
  const journeys = new Storyteller(trace).journeys().filter((j) => j.begin >= run.from);
  const commands = run.steps.filter((step) => step.run !== undefined);
  return commands.map((step, i) => `${heading(step)}${journeys[i] === undefined ? '' : body(trace, journeys[i])}`).join('\n');
}

function heading(step: StepRecord): string {
  const output = `${step.stdout}${step.stderr}`.trimEnd();
  return `$ ${step.run ?? ''}\n${output === '' ? '' : `${indent(output, '  │ ')}\n`}${step.exitCode === 0 ? '' : `  exit ${step.exitCode}\n`}`;
}

function body(trace: Trace, journey: Journey): string {
  const width = Math.max(0, ...journey.steps.map((s) => s.actor.length));
  return journey.chapters.map((chapter, i) => {
    const last = i === journey.chapters.length - 1;
    return `${last ? '└─' : '├─'} ${chapterTitle(chapter)}\n${chapter.steps.map((s, k) => `${last ? '   ' : '│  '}${k === chapter.steps.length - 1 ? '└─' : '├─'} ${line(trace, journey, s, width)}\n`).join('')}`;
  }).join('');
}

function line(trace: Trace, journey: Journey, step: Step, width: number): string {
  const title = en.steps[step.rule]?.title;
  const text = title === undefined ? step.rule : fill(title, step.params);
  const times = step.count > 1 ? ` ×${step.count}` : '';
  return `${since(step.begin - journey.begin).padStart(10)}  ${step.actor.padEnd(width)}  ${text}${times}${step.bad ? ' ✗' : ''}  ← ${causeOf(trace, step.anchor)}`;
}

const chapterTitle = (chapter: Chapter): string => en.chapters[chapter.id]?.title ?? chapter.id;

/** What the row before this one in the chain of causes was, in a few words. */
function causeOf(trace: Trace, ref: RowRef): string {
  if (ref.kind === 'message') {
    const cause = messageView(trace.log, ref.row).cause;
    if (cause === undefined) return 'a person';
    const span = spanView(trace.log, cause);
    return `${span.actor}: ${span.state}`;
  }
  const cause = spanView(trace.log, ref.row).cause;
  if (cause === undefined) return 'the start of the cluster';
  const message = messageView(trace.log, cause);
  const label = message.label.replace(/\?.*/, '');
  return `${message.kind} ${label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label}${message.from === message.to ? '' : ` from ${message.from}`}`;
}

function since(time: Micros): string {
  return time < SECOND ? `${(time / MILLISECOND).toFixed(1)} ms` : `${(time / SECOND).toFixed(3)} s`;
}

const indent = (text: string, by: string): string => text.split('\n').map((l) => by + l).join('\n');
