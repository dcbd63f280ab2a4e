import { Popover } from 'radix-ui';
import { useState } from 'react';
import { DEFAULT_NODES, HIGHEST_SEED, MOST_NODES, whole } from '../../state/address';
import { useApp, useMoment, useSession } from '../app-context';
import { useTexts } from '../texts/texts';
import { Button } from '../widgets/button';
import { useLayer } from '../widgets/layer';
import './popover.css';

/** How large the cluster is, and the number that all chance comes from. */
export function SeedPopover() {
  const { shell } = useTexts();
  const { session, derived } = useApp();
  const options = useSession((s) => s.options);
  const nodes = useMoment(({ t }) => derived.readers().cluster.at(t).nodes.length);
  const layer = useLayer();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(String(options.seed));
  const [nodesText, setNodesText] = useState('');
  const seed = whole(text.trim(), 0, HIGHEST_SEED);
  const size = whole(nodesText.trim(), 1, MOST_NODES);
  const start = (value: number, count: number): void => {
    setOpen(false);
    session.start({ ...options, seed: value, nodes: count === DEFAULT_NODES && options.nodes === undefined ? undefined : count }, session.store.getState().inputs.map(({ action }) => ({ at: undefined, action })));
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setText(String(options.seed));
        setNodesText(String(options.nodes ?? DEFAULT_NODES));
        setOpen(next);
      }}
    >
      <Popover.Trigger asChild>
        <Button className="chip num">{shell.nodesAndSeed(nodes, options.seed)}</Button>
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Content className="popover" aria-label={shell.seed} sideOffset={6} collisionPadding={8}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (seed !== undefined && size !== undefined) start(seed, size);
            }}
          >
            <label className="field">
              <span>{shell.seed}</span>
              <input className="input num" inputMode="numeric" value={text} aria-invalid={seed === undefined} onChange={(event) => setText(event.target.value)} />
            </label>
            <label className="field">
              <span>{shell.nodes}</span>
              <input className="input num" inputMode="numeric" value={nodesText} aria-invalid={size === undefined} onChange={(event) => setNodesText(event.target.value)} />
            </label>
            <p className="popover-about">{shell.seedAbout}</p>
            <div className="popover-buttons">
              <Button look="solid" type="submit" disabled={seed === undefined || size === undefined}>{shell.applySeed}</Button>
              <Button icon="restart" onClick={() => setText(String(Math.floor(Math.random() * 100_000)))}>{shell.anotherSeed}</Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
