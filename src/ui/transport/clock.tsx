import { useEffect, useRef } from 'react';
import { useApp, usePage } from '../app-context';
import { clock } from '../format';
import { useTexts } from '../texts/texts';

/** The playhead's time since the first command, of the whole. Written without React: it changes with every picture. */
export function Clock() {
  const { transport: t } = useTexts();
  const { derived } = useApp();
  const { moment } = usePage();
  const place = useRef<HTMLSpanElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      const { begin, end } = derived.range();
      const now = moment.getState().t;
      if (place.current !== null) place.current.textContent = clock(Math.max(0, now - begin));
      if (whole.current !== null) whole.current.textContent = ` ${t.of} ${clock(end - begin)}`;
    };
    write();
    return moment.subscribe(write);
  }, [derived, moment, t]);
  return <span className="clock mono"><span ref={place} /><span className="clock-whole" ref={whole} /></span>;
}
