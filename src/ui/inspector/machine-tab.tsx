import { useMemo, useState } from 'react';
import { componentOf } from '../../trace/components';
import { machinesAt } from '../../trace/machines-at';
import { spanView } from '../../trace/rows';
import type { Trace } from '../../trace/trace';
import type { SpanView } from '../../trace/types';
import { useShallow, useStore } from '../../state/use';
import { useApp, useMoment, usePage } from '../app-context';
import { useExplanations, useTexts } from '../texts/texts';
import { stateName } from '../texts/words';
import { ChoiceMenu } from '../widgets/menu';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import type { Focus } from './focus';
import { MachineDrawing } from './machine-drawing';
import { useMachineLayout } from './use-machine-layout';

const NOTHING: ReadonlyMap<string, number> = new Map();

/** The first span of an actor, or of a component's actors. */
function firstSpan(trace: Trace, { actor, component }: Pick<Focus, 'actor' | 'component'>): SpanView | undefined {
  const { spans, strings } = trace.log;
  for (let row = 0; row < spans.begin.length; row++) {
    const name = strings[spans.actor.get(row)] ?? '';
    if (name === actor || (actor === component && componentOf(name) === component)) return spanView(trace.log, row);
  }
  return undefined;
}

/** The state machine that runs, drawn from its own definition; the present state is lit. */
export function MachineTab({ focus }: { readonly focus: Focus }) {
  const { inspector: t, shell } = useTexts();
  const [large, setLarge] = useState(false);
  const explanations = useExplanations();
  const { derived, selection } = useApp();
  const { moment } = usePage();
  const { actor, component } = focus;
  const filter = actor === undefined || actor === 'controllers' ? { component } : { actor };
  const names = useStore(moment, useShallow(() => machinesOf()));
  const version = useMoment((m) => m.version);
  // Who is done, as kubectl is after each command, still has a machine to show.
  const first = useMemo(() => {
    void version;
    return firstSpan(derived.readers().trace, { actor, component });
  }, [actor, component, derived, version]);
  const before = useMoment(({ t: now }) => (first !== undefined && first.begin <= now ? first.machine : undefined));
  const name = focus.span?.machine ?? names[0] ?? before;
  const instance = focus.span?.instance;
  const present = useStore(moment, useShallow(({ t: now }) => (name === undefined ? [] : machinesAt(derived.readers().trace, now, { machine: name, ...(instance === undefined ? filter : { instance }) }).map((m) => m.state))));
  const description = name === undefined ? undefined : derived.readers().trace.log.machines.get(name);
  const layout = useMachineLayout(description);
  const use = useMemo(() => {
    // A new present state, or a longer log, is the moment to count again.
    void [version, present];
    return name === undefined ? undefined : derived.readers().machines.use(name, moment.getState().t, instance === undefined ? {} : { instance });
  }, [derived, instance, moment, name, present, version]);
  if (name === undefined || description === undefined) return <p className="quiet">{t.noMachine}</p>;
  if (layout === undefined) return <p className="quiet">{t.loading}</p>;
  const drawing = { name, layout, present, visits: use?.visits ?? NOTHING, passages: use?.passages ?? NOTHING, nameOf: (state: string) => stateName(explanations, name, state) };
  const choose = (next: string): void => {
    const row = machinesAt(derived.readers().trace, moment.getState().t, { ...filter, machine: next })[0]?.span;
    if (row !== undefined) selection.getState().select({ row: { kind: 'span', row }, actor, component });
  };
  return (
    <div className="machine" data-component={component}>
      <div className="machine-line">
        {names.length > 1 ? (
          <ChoiceMenu label={t.machines} value={name} choices={names.map((value) => ({ value, label: value }))} onChoose={choose} trigger={<Button>{name} ▾</Button>} />
        ) : (
          <b>{name}</b>
        )}
        <span className="quiet">{t.drawnFrom}</span>
        <Button look="quiet" icon="fit" onClick={() => setLarge(true)}>{t.enlarge}</Button>
      </div>
      {description.description !== undefined && <p className="quiet">{description.description}</p>}
      <MachineDrawing {...drawing} least={0.66} />
      <Dialog open={large} onOpenChange={setLarge} title={name} close={shell.close} className="machine-dialog">
        <div className="machine-large" data-component={component}>
          <MachineDrawing {...drawing} least={0.8} />
        </div>
      </Dialog>
      {use !== undefined && <p className="quiet num">{t.machineUse(use.visits.size, use.instances)}</p>}
    </div>
  );

  /** Machines of this actor that the log knows, the busiest first. */
  function machinesOf(): readonly string[] {
    const { trace } = derived.readers();
    const found = new Set<string>();
    for (const machine of machinesAt(trace, moment.getState().t, filter)) found.add(machine.machine);
    if (focus.span !== undefined) found.add(focus.span.machine);
    return [...found];
  }
}
