import { useApp } from '../app-context';
import { duration } from '../format';
import { messageView } from '../../trace/rows';
import { useTexts } from '../texts/texts';
import { actorName, subjectName } from '../texts/words';
import type { Picked } from './view';

export interface Hover {
  readonly picked: Picked;
  readonly x: number;
  readonly y: number;
}

/** A card beside the pointer: who or what this is. */
export function HoverCard({ hover }: { readonly hover: Hover }) {
  const t = useTexts();
  const { derived, playback } = useApp();
  const lines = linesOf();
  if (lines.length === 0) return null;
  const flip = hover.x > innerWidth - 320;
  return (
    <div className="hover-card" aria-hidden="true" style={{ left: hover.x + (flip ? -14 : 14), top: hover.y + 14, translate: flip ? '-100% 0' : undefined }}>
      {lines.map((line, i) => (i === 0 ? <b key={i}>{line}</b> : <span key={i}>{line}</span>))}
    </div>
  );

  function linesOf(): readonly string[] {
    const { trace, cluster } = derived.readers();
    const now = playback.playhead.getState().t;
    const { picked } = hover;
    switch (picked.kind) {
      case 'packet': {
        const message = messageView(trace.log, picked.row);
        return [message.label, `${actorName(t, message.from)} → ${actorName(t, message.to)}`, duration(message.delivered - message.sent)];
      }
      case 'object': {
        const fact = cluster.objectAt(picked.subject, now);
        if (fact === undefined) return [subjectName(t, picked.subject)];
        const ready = fact.wanted > 0 ? `${fact.ready}/${fact.wanted}` : '';
        return [subjectName(t, picked.subject), [fact.word, ready, fact.node, fact.ip].filter((s) => s !== '').join(' · ')];
      }
      case 'actor':
        return [];
    }
  }
}
