import { useId, useState } from 'react';
import type { StartOptions } from '../../state/session';
import { DEFAULT_NODES, HIGHEST_SEED, MOST_NODES, VERSIONS, whole } from '../../state/address';
import { useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button } from '../widgets/button';
import { Segmented } from '../widgets/segmented';

/** On which cluster to run the same commands. */
export function CompareForm({ disabled, onRun }: { readonly disabled: boolean; readonly onRun: (options: StartOptions) => void }) {
  const { compare: t, shell } = useTexts();
  const present = useSession((s) => s.options);
  const [seedText, setSeed] = useState(() => String((present.seed + 1) % HIGHEST_SEED));
  const [version, setVersion] = useState(present.version);
  const [nodesText, setNodes] = useState(() => String(present.nodes ?? DEFAULT_NODES));
  const problem = useId();
  const seed = whole(seedText.trim(), 0, HIGHEST_SEED);
  const nodes = whole(nodesText.trim(), 1, MOST_NODES);
  const note = seed === undefined ? t.badSeed : nodes === undefined ? t.badNodes
    : seed === present.seed && version === present.version && nodes === (present.nodes ?? DEFAULT_NODES) ? t.repetition : '';
  return (
    <form
      className="compare-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (seed !== undefined && nodes !== undefined && !disabled) onRun({ ...present, seed, version, nodes: nodes === DEFAULT_NODES && present.nodes === undefined ? undefined : nodes });
      }}
    >
      <div className="compare-fields">
        <label className="compare-field">
          <span>{shell.seed}</span>
          <input className="input num" inputMode="numeric" data-first-focus value={seedText} aria-invalid={seed === undefined} aria-describedby={problem} onChange={(event) => setSeed(event.target.value)} />
        </label>
        <label className="compare-field is-small">
          <span>{shell.nodes}</span>
          <input className="input num" inputMode="numeric" value={nodesText} aria-invalid={nodes === undefined} aria-describedby={problem} onChange={(event) => setNodes(event.target.value)} />
        </label>
        <div className="compare-field">
          <span aria-hidden="true">{shell.version}</span>
          <Segmented label={shell.version} value={version} segments={VERSIONS.map((value) => ({ value, label: `v${value}` }))} onChange={setVersion} />
        </div>
        <Button look="solid" type="submit" disabled={disabled || seed === undefined || nodes === undefined}>{t.run}</Button>
      </div>
      <p className={`compare-hint ${seed === undefined || nodes === undefined ? 'is-bad' : ''}`} id={problem}>{note}</p>
    </form>
  );
}
