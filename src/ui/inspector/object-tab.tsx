import { diffLines } from 'diff';
import { useMemo, useState } from 'react';
import { useApp, useMoment } from '../app-context';
import { duration } from '../format';
import { useTexts } from '../texts/texts';
import { subjectName } from '../texts/words';
import { Button } from '../widgets/button';
import { Segmented } from '../widgets/segmented';
import type { Focus } from './focus';
import { useDocuments } from './use-document';
import { yamlOf, YamlView } from './yaml-view';

/** The object at the playhead, and what the last write changed in it. */
export function ObjectTab({ focus }: { readonly focus: Focus }) {
  const t = useTexts();
  const { derived, playback } = useApp();
  const [mode, setMode] = useState<'difference' | 'whole'>('difference');
  const [managed, setManaged] = useState(false);
  const { subject } = focus;
  const version = useMoment((m) => m.version);
  const revisions = useMemo(() => {
    void version;
    return subject === undefined ? [] : derived.readers().cluster.revisionsOf(subject);
  }, [derived, subject, version]);
  // Before it was first written, the first writing of it is shown.
  const reached = useMoment(({ t: now }) => revisions.findLastIndex((fact) => fact.time <= now));
  const at = Math.max(0, reached);
  const { log } = derived.readers().trace;
  const payload = (i: number): number => (revisions[i] === undefined ? 0 : log.revisions.object.get(revisions[i].row));
  const [written, previous] = useDocuments([payload(at), payload(at - 1)]);
  const now = useMemo(() => (managed ? written : withoutManagedFields(written)), [managed, written]);
  const before = useMemo(() => (managed ? previous : withoutManagedFields(previous)), [managed, previous]);
  if (subject === undefined) return <p className="quiet">{t.inspector.noObject}</p>;
  const fact = revisions[at];
  return (
    <div className="object-tab">
      <div className="object-line">
        <b>{subjectName(t, subject)}</b>
        {fact !== undefined && <span className="quiet num">{t.map.revision(fact.revision)} · {t.inspector.changes[fact.type]}</span>}
      </div>
      <ol className="revisions" aria-label={t.inspector.revisions}>
        {revisions.map((revision, i) => (
          <li key={revision.row}>
            <button type="button" className="revision num" data-type={revision.type} aria-current={i === at ? 'true' : undefined} title={`${t.inspector.changes[revision.type]} · ${duration(revision.time - derived.range().begin)}`} onClick={() => playback.send({ type: 'SEEK', t: revision.time + 1 })}>{revision.revision}</button>
          </li>
        ))}
      </ol>
      {reached < 0 && <p className="quiet">{fact === undefined ? t.inspector.neverStored : t.inspector.notYet}</p>}
      {fact === undefined ? null : now === undefined ? (
        <p className="quiet">{t.inspector.loading}</p>
      ) : (
        <>
          <div className="object-show">
            <Segmented label={t.inspector.show} value={mode} segments={[{ value: 'difference', label: t.inspector.difference }, { value: 'whole', label: t.inspector.whole }]} onChange={setMode} />
            <Button aria-pressed={managed} title={t.inspector.managedAbout} onClick={() => setManaged(!managed)}>managedFields</Button>
          </div>
          {mode === 'whole' || before === undefined ? <YamlView document={now} label={subjectName(t, subject)} /> : <Difference before={before} now={now} label={t.inspector.difference} same={t.inspector.same} />}
        </>
      )}
    </div>
  );
}

/** As kubectl shows it: who owns which field is asked for seldom, and takes more room than all the rest. */
function withoutManagedFields(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('metadata' in document) || typeof document.metadata !== 'object' || document.metadata === null || !('managedFields' in document.metadata)) return document;
  const { managedFields: _managedFields, ...metadata } = document.metadata;
  return { ...document, metadata };
}

const CONTEXT = 2;

/** Changed lines with a little around them. */
function Difference({ before, now, label, same }: { readonly before: unknown; readonly now: unknown; readonly label: string; readonly same: string }) {
  const parts = useMemo(() => diffLines(yamlOf(before), yamlOf(now)), [before, now]);
  if (parts.every((part) => !part.added && !part.removed)) return <p className="quiet">{same}</p>;
  return (
    <pre className="yaml diff" tabIndex={0} aria-label={label}>
      {parts.map((part, i) => {
        const lines = part.value.replace(/\n$/, '').split('\n');
        if (part.added || part.removed) return <ins key={i} className={part.added ? 'added' : 'removed'}>{lines.map((line) => `${part.added ? '+' : '−'} ${line}\n`).join('')}</ins>;
        const head = i === 0 ? [] : lines.slice(0, CONTEXT);
        const tail = i === parts.length - 1 ? [] : lines.slice(Math.max(head.length, lines.length - CONTEXT));
        const hidden = lines.length - head.length - tail.length;
        return <span key={i}>{head.map((line) => `  ${line}\n`).join('')}{hidden > 0 && <span className="gap">{`  ⋯ ${hidden}\n`}</span>}{tail.map((line) => `  ${line}\n`).join('')}</span>;
      })}
    </pre>
  );
}
