import { Dialog as Radix } from 'radix-ui';
import { useLayoutEffect, useState, type CSSProperties } from 'react';
import { usePage, useSession, useView } from '../app-context';
import { clock } from '../format';
import { useTexts } from '../texts/texts';
import { IconButton } from '../widgets/button';
import { focusContent } from '../widgets/dialog';
import { useLayer } from '../widgets/layer';
import { CompareForm } from './compare-form';
import { CompareResult } from './compare-result';
import { stampOf, useSecondRun } from './use-second-run';
import './compare.css';

/** The present commands on another cluster, beside this run. It covers the map, not the timeline: where a row leads can be seen. */
export function ComparePanel({ onClose }: { readonly onClose: () => void }) {
  const { compare: t, shell } = useTexts();
  const { shell: wishes } = usePage();
  const layer = useLayer();
  const { run, start } = useSecondRun();
  const ready = useSession((s) => s.phase === 'ready');
  const empty = useSession((s) => s.commands.length === 0);
  const stamp = useSession(stampOf);
  const style = useRoomAboveTimeline();
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal container={layer}>
        <Radix.Content
          className="compare"
          style={style}
          aria-describedby="compare-about"
          // Other parts of the page are used beside it.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={focusContent}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>('.transport .play')?.focus();
          }}
        >
          <header className="compare-head">
            <Radix.Title className="dialog-title">{t.title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label={shell.close} />
            </Radix.Close>
          </header>
          <p className="compare-about" id="compare-about">{t.about}</p>
          <CompareForm
            disabled={!ready || empty || run.phase === 'running'}
            onRun={(options) => {
              start(options);
              wishes.ask('announce', t.running(clock(0)));
            }}
          />
          <div className="compare-body" tabIndex={0} role="group" aria-label={t.title}>
            {empty ? <p className="compare-note">{t.empty}</p> : !ready && run.phase === 'none' && <p className="compare-note">{t.wait}</p>}
            {run.phase === 'running' && <p className="compare-note" role="status">{t.running(clock(run.until))}</p>}
            {run.phase === 'failed' && <p className="compare-note is-bad" role="alert">{t.failed} <code>{run.message}</code></p>}
            {run.phase === 'done' && (
              <>
                {run.comparison.of !== stamp && <p className="compare-note is-warning" role="status">{t.stale}</p>}
                <CompareResult comparison={run.comparison} live={run.comparison.of === stamp} />
              </>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Ends the panel where the transport begins. On a phone it takes the whole page. */
function useRoomAboveTimeline(): CSSProperties {
  const [bottom, setBottom] = useState(0);
  // Another mode lays the page out anew.
  const mode = useView((v) => v.mode);
  useLayoutEffect(() => {
    void mode;
    const main = document.querySelector('.app-main');
    if (main === null) return;
    const measure = (): void => {
      const transport = document.querySelector('.transport');
      if (transport !== null) setBottom(Math.max(0, Math.round(main.getBoundingClientRect().bottom - transport.getBoundingClientRect().top)));
    };
    measure();
    // The transport moves when what is above or below it changes its size.
    const observer = new ResizeObserver(measure);
    for (const element of [main, document.querySelector('#map'), document.querySelector('#timeline-panel')]) if (element !== null) observer.observe(element);
    return () => observer.disconnect();
  }, [mode]);
  return { bottom };
}
