import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd';
import { useLayer } from './layer';
import './tip.css';

interface Props {
  readonly text: string;
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactNode;
}

/** A tooltip. The trigger keeps its own accessible name; the tip only shows it to people who point or focus. */
export function Tip({ text, keys, side = 'bottom', children }: Props) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={useLayer()}>
        <Tooltip.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys !== undefined && <Kbd keys={keys} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
