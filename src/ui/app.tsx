import { Tooltip } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { PageContext, usePlayback, useSession, useView, type Page } from './app-context';
import { Inspector } from './inspector/inspector';
import { Journey } from './journey/journey';
import { MapPanel } from './map/map-panel';
import { Announcer } from './shell/announcer';
import { Notices } from './shell/notices';
import { PhoneLayout } from './shell/phone';
import { PresentLayout } from './shell/present';
import { TopBar } from './shell/top-bar';
import { useShortcuts } from './shell/shortcuts';
import { Workspace } from './shell/workspace';
import { TerminalPanel } from './terminal/terminal-panel';
import { LayerContext } from './widgets/layer';
import { TextsProvider, useTexts, type TextsInUse } from './texts/texts';
import { TimelinePanel } from './timeline/timeline-panel';
import { Transport } from './transport/transport';

const Dialogs = lazy(() => import('./shell/dialogs').then((m) => ({ default: m.Dialogs })));

export function Root({ page, first }: { readonly page: Page; readonly first: TextsInUse }) {
  return (
    <PageContext value={page}>
      <Localized first={first} />
    </PageContext>
  );
}

function Localized({ first }: { readonly first: TextsInUse }) {
  const language = useView((v) => v.language);
  return (
    <TextsProvider locale={language} first={first}>
      <Tooltip.Provider delayDuration={350} skipDelayDuration={200}>
        <Frame />
      </Tooltip.Provider>
    </TextsProvider>
  );
}

function Frame() {
  const { shell } = useTexts();
  const mode = useView((v) => v.mode);
  const phase = useSession((s) => s.phase);
  const playback = usePlayback((s) => s.state);
  const phone = useMedia('(max-width: 760px)');
  useShortcuts();
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const parts = {
    terminal: <TerminalPanel />, journey: <Journey />, map: <MapPanel />, inspector: <Inspector />, transport: <Transport />, timeline: <TimelinePanel />,
  };
  return (
    <LayerContext value={layer}>
      <div className="app" data-mode={mode} data-phase={phase} data-playback={playback}>
        <a className="skip visually-hidden" href="#main">{shell.skip}</a>
        <TopBar />
        <main className="app-main" id="main" tabIndex={-1}>
          <Notices />
          <div ref={setLayer} />
          {phone ? <PhoneLayout {...parts} /> : mode === 'present' ? <PresentLayout {...parts} /> : <Workspace {...parts} />}
        </main>
        <Suspense>
          <Dialogs />
        </Suspense>
        <Announcer />
      </div>
    </LayerContext>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const heard = (): void => setMatches(media.matches);
    media.addEventListener('change', heard);
    return () => media.removeEventListener('change', heard);
  }, [query]);
  return matches;
}
