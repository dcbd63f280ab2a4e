import { useMemo } from 'react';
import { useShallow, useStore } from '../../state/use';
import { useApp, usePage, useSelection } from '../app-context';
import { focusOf, type Focus } from './focus';

/** What the inspector is about now. While something is selected the playhead does not move it. */
export function useFocus(): Focus {
  const app = useApp();
  const { moment } = usePage();
  const row = useSelection((s) => s.row);
  const subject = useSelection((s) => s.subject);
  const actor = useSelection((s) => s.actor);
  const component = useSelection((s) => s.component);
  const step = useSelection((s) => s.step);
  // The parts that change with the playhead, compared one by one, so that a picture without news draws nothing.
  const parts = useStore(moment, useShallow(({ t }) => {
    const focus = focusOf(app, t, { row, subject, actor, component, step });
    return [focus.row?.kind, focus.row?.row, focus.step, focus.journey, focus.subject, focus.actor, focus.component];
  }));
  return useMemo(() => {
    void parts;
    return focusOf(app, moment.getState().t, { row, subject, actor, component, step });
  }, [app, moment, parts, row, subject, actor, component, step]);
}
