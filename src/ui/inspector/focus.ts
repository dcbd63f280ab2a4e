import type { App } from '../../state/app';
import type { Selection } from '../../state/selection';
import { aboutOf, type About } from '../../trace/about';
import { componentOf } from '../../trace/components';
import { machinesAt } from '../../trace/machines-at';
import { messageView, sameRef, spanView } from '../../trace/rows';
import type { ComponentId, Fact, MessageView, Micros, RowRef, SpanView } from '../../trace/types';
import type { Journey, Step } from '../../trace/views';

/** What the inspector is about: a row of the log, and what it is seen as. */
export interface Focus {
  readonly row: RowRef | undefined;
  readonly span: SpanView | undefined;
  readonly message: MessageView | undefined;
  /** The step that the row belongs to. */
  readonly step: Step | undefined;
  readonly journey: Journey | undefined;
  readonly subject: string | undefined;
  /** Where a request goes that has no object of its own, or none with a name yet. */
  readonly place: Extract<About, { readonly kind: 'place' }> | undefined;
  readonly actor: string | undefined;
  readonly component: ComponentId | undefined;
  /** It follows the playhead: nothing was selected. */
  readonly following: boolean;
}

/** The selection, else the step that holds at the playhead. */
export function focusOf(app: Pick<App, 'derived'>, t: Micros, selection: Pick<Selection, 'row' | 'subject' | 'actor' | 'component' | 'step'>): Focus {
  const { derived } = app;
  const journey = derived.journeyAt(t);
  const { trace } = derived.readers();
  const chosen = selection.step === undefined ? undefined : derived.journeys().flatMap((j) => j.steps).find((s) => s.id === selection.step && (selection.row === undefined || sameRef(s.anchor, selection.row)));
  const nothing = selection.row === undefined && selection.subject === undefined && selection.actor === undefined && selection.component === undefined && chosen === undefined;
  const step = chosen ?? (nothing ? derived.stepAt(t) : undefined);
  const row = knownRow(selection.row, app) ?? step?.anchor ?? rowOfSubject(app, t, selection.subject) ?? rowOfActor(app, t, selection.actor);
  const span = row?.kind === 'span' ? spanView(trace.log, row.row) : undefined;
  const message = row?.kind === 'message' ? messageView(trace.log, row.row) : undefined;
  const about = row === undefined || selection.subject !== undefined ? undefined : aboutOf(trace, row);
  const actor = selection.actor ?? span?.actor ?? message?.to ?? step?.actor;
  return {
    row, span, message, step: step ?? stepOfRow(journey, row), journey, subject: selection.subject ?? (about?.kind === 'object' ? about.subject : undefined),
    place: about?.kind === 'place' ? about : undefined, actor,
    component: selection.component ?? (actor === undefined ? undefined : componentOf(actor)), following: nothing,
  };
}

/** The row, unless the log does not have it: a link names it before the log has come so far, or names a wrong one. */
export function knownRow(row: RowRef | undefined, { derived }: Pick<App, 'derived'>): RowRef | undefined {
  if (row === undefined) return undefined;
  const { log } = derived.readers().trace;
  return row.row < (row.kind === 'span' ? log.spans.begin.length : log.messages.sent.length) ? row : undefined;
}

function stepOfRow(journey: Journey | undefined, row: RowRef | undefined): Step | undefined {
  return row === undefined ? undefined : journey?.steps.find((step) => sameRef(step.anchor, row) || step.occurrences.some((o) => sameRef(o, row)));
}

/** The write that made an object what it is at `t`. */
function rowOfSubject({ derived }: Pick<App, 'derived'>, t: Micros, subject: string | undefined): RowRef | undefined {
  if (subject === undefined) return undefined;
  const { cluster, trace } = derived.readers();
  const fact: Fact | undefined = cluster.objectAt(subject, t) ?? cluster.revisionsOf(subject)[0];
  if (fact === undefined) return undefined;
  const cause = trace.log.revisions.cause.get(fact.row);
  return cause < 0 ? undefined : { kind: 'message', row: cause };
}

/** What an actor is doing at `t`. */
function rowOfActor({ derived }: Pick<App, 'derived'>, t: Micros, actor: string | undefined): RowRef | undefined {
  if (actor === undefined) return undefined;
  const machines = machinesAt(derived.readers().trace, t, actor.includes(':') || actor !== 'controllers' ? { actor } : { component: 'controllers' });
  const busy = machines.filter((m) => !m.resting).sort((a, b) => b.since - a.since)[0] ?? machines[0];
  return busy === undefined ? undefined : { kind: 'span', row: busy.span };
}
