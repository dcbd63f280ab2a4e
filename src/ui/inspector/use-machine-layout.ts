import { useEffect, useState } from 'react';
import type { MachineLayout } from '../../trace/layout/machine-layout';
import type { MachineDescription } from '../../trace/types';
import { useApp } from '../app-context';

/** Width of a character in the drawing's units. */
const CHAR_WIDTH = 6.4;

/** The same definition is laid out the same way: once is enough. */
const known = new WeakMap<MachineDescription, MachineLayout>();

/** Where to draw a machine's states, once the worker has found out; undefined until then. */
export function useMachineLayout(description: MachineDescription | undefined): MachineLayout | undefined {
  const { session } = useApp();
  const [, setArrived] = useState<MachineLayout>();
  useEffect(() => {
    if (description === undefined || known.has(description)) return;
    let wanted = true;
    void session.machineLayout(description, CHAR_WIDTH).then((layout) => {
      known.set(description, layout);
      if (wanted) setArrived(layout);
    });
    return () => {
      wanted = false;
    };
  }, [description, session]);
  return description === undefined ? undefined : known.get(description);
}
