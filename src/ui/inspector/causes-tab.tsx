import { useMemo, useState } from 'react';
import { causesOf } from '../../trace/causes';
import { effectsTree, type EffectNode } from '../../trace/effects';
import { isResting } from '../../trace/resting';
import { useApp, useMoment } from '../app-context';
import { useTexts } from '../texts/texts';
import type { Focus } from './focus';
import { RowLink } from './row-link';

/** The unbroken chain from Enter to here, and what came of it. */
export function CausesTab({ focus }: { readonly focus: Focus }) {
  const { inspector: t } = useTexts();
  const { derived } = useApp();
  const version = useMoment((m) => m.version);
  const { row } = focus;
  const chain = useMemo(() => {
    void version;
    return row === undefined ? [] : [...causesOf(derived.readers().trace, row)].reverse();
  }, [derived, row, version]);
  const effects = useMemo(() => {
    void version;
    return row === undefined ? undefined : effectsTree(derived.readers().trace, row, 500);
  }, [derived, row, version]);
  if (row === undefined) return <p className="quiet">{t.nothingAbout}</p>;
  return (
    <div className="causes">
      <h3>{t.chain}</h3>
      <p className="quiet">{t.chainAbout(chain.length)}</p>
      <ol className="chain">
        {chain.map(({ ref, joined }, i) => (
          <li key={`${ref.kind}${ref.row}`} aria-current={i === chain.length - 1 ? 'true' : undefined}>
            <RowLink row={ref} />
            {joined.length > 0 && <small className="quiet">{t.joined(joined.length)}</small>}
          </li>
        ))}
      </ol>
      <h3>{t.effects}</h3>
      {effects === undefined || effects.effects.length === 0 ? <p className="quiet">{t.noEffects}</p> : <Effects node={effects} depth={0} />}
    </div>
  );
}

const OPEN_DEPTH = 5;

/** A level of the tree; deep levels open when asked. */
function Effects({ node, depth }: { readonly node: EffectNode; readonly depth: number }) {
  const { inspector: t } = useTexts();
  const { derived } = useApp();
  const [open, setOpen] = useState(depth < OPEN_DEPTH);
  const { trace } = derived.readers();
  const shown = node.effects.filter((effect) => effect.ref.kind === 'message' || !isResting(trace.log, effect.ref.row) || effect.effects.length > 0);
  if (shown.length === 0) return null;
  if (!open) return <button type="button" className="link more" onClick={() => setOpen(true)}>{t.more(shown.length)}</button>;
  return (
    <ul className="effects">
      {shown.slice(0, 30).map((effect) => (
        <li key={`${effect.ref.kind}${effect.ref.row}`}>
          <RowLink row={effect.ref} />
          <Effects node={effect} depth={depth + 1} />
        </li>
      ))}
      {(shown.length > 30 || node.cut) && <li className="quiet">{t.cut}</li>}
    </ul>
  );
}
