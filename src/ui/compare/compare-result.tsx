import { DEFAULT_NODES } from '../../state/address';
import type { RowRef, Micros } from '../../trace/types';
import type { CommandComparison } from '../../trace/compare-runs';
import { useApp } from '../app-context';
import { useExplanations, useTexts } from '../texts/texts';
import { chapterTitle, subjectName } from '../texts/words';
import { ComparedRow, ComparedTable, DurationRow } from './compared-table';
import { factWords } from './fact-words';
import { partingLines } from './parting-words';
import type { Comparison } from './use-second-run';

const MOST_OBJECTS = 25;

/** Goes to a place of the present run; undefined when the row has none, or the run is another by now. */
export type Go = (place: { readonly at: Micros; readonly ref?: RowRef; readonly subject?: string } | undefined) => (() => void) | undefined;

/** Everything that two runs have in common and apart. */
export function CompareResult({ comparison, live }: { readonly comparison: Comparison; readonly live: boolean }) {
  const texts = useTexts();
  const t = texts.compare;
  const explanations = useExplanations();
  const { playback, selection } = useApp();
  const { compared, exits, hashes, options, present } = comparison;
  const go: Go = (place) =>
    place === undefined || !live ? undefined : () => {
      playback.send({ type: 'PAUSE' });
      playback.send({ type: 'SEEK', t: place.at });
      selection.getState().select({ row: place.ref, subject: place.subject });
    };
  const heads = [present, options].map((o) => t.settings(o.version, o.nodes ?? DEFAULT_NODES, o.seed));
  const sides = { here: heads[0] ?? '', there: heads[1] ?? '' };
  return (
    <>
      <section className="compare-part">
        <h3>{t.parting}</h3>
        {hashes.left === hashes.right ? (
          <p className="compare-same">{t.identical} <span className="mono">{t.hash(hashes.left)}</span></p>
        ) : (
          <ol className="partings">
            {partingLines(texts, explanations, compared.parting).map((line) => {
              const jump = go(line.place);
              const inner = (
                <>
                  <span className="parting-title">{line.title}</span>
                  <span className="parting-text">{line.text}</span>
                  {line.woken !== undefined && <span className="parting-woken">{line.woken}</span>}
                </>
              );
              return (
                <li key={line.title} className="parting" data-component={line.component}>
                  {jump === undefined ? <div className="parting-place">{inner}</div> : <button type="button" className="parting-place" onClick={jump}>{inner}</button>}
                </li>
              );
            })}
          </ol>
        )}
      </section>
      {compared.commands.map((command) => (
        <CommandPart key={command.ordinal} command={command} exits={[exits.left[command.ordinal], exits.right[command.ordinal]]} sides={sides} go={go} chapterName={(id) => chapterTitle(explanations, { id })} />
      ))}
      <section className="compare-part">
        <h3>{t.counts}</h3>
        <ComparedTable caption={t.counts} sides={sides}>
          {(['requests', 'watchEvents', 'events', 'writes', 'states'] as const).map((key) => (
            <ComparedRow key={key} label={t.count[key]} here={String(compared.left[key])} there={String(compared.right[key])} difference={signed(compared.right[key] - compared.left[key])} />
          ))}
        </ComparedTable>
      </section>
      <section className="compare-part">
        <h3>{t.objects}</h3>
        {compared.objects.length === 0 ? <p className="compare-same">{t.noObjects}</p> : (
          <ComparedTable caption={t.objects} sides={sides} plain>
            {compared.objects.slice(0, MOST_OBJECTS).map(({ subject, left, right, at }) => {
              const name = (left ?? right)?.subject ?? subject;
              return (
                <ComparedRow
                  key={subject} label={subjectName(texts, name)} here={factWords(t, left, right)} there={factWords(t, right, left)}
                  go={go(at === undefined ? undefined : { at, ...(left === undefined ? {} : { subject: left.subject }) })}
                />
              );
            })}
          </ComparedTable>
        )}
        {compared.objects.length > MOST_OBJECTS && <p className="compare-hint">{t.more(compared.objects.length - MOST_OBJECTS)}</p>}
      </section>
    </>
  );
}

interface CommandProps {
  readonly command: CommandComparison;
  readonly exits: readonly [number | undefined, number | undefined];
  readonly sides: { readonly here: string; readonly there: string };
  readonly go: Go;
  readonly chapterName: (id: string) => string;
}

/** One command: how it ended, when each chapter did, and where the time went. */
function CommandPart({ command, exits, sides, go, chapterName }: CommandProps) {
  const { compare: t, journey, components } = useTexts();
  const outcome = (side: 'left' | 'right', exit: number | undefined): string => {
    const told = command[side];
    return told === undefined ? t.none : `${journey.outcomes[told.outcome]} · ${exit === undefined ? t.unended : t.exit(exit)}`;
  };
  const [here, there] = [outcome('left', exits[0]), outcome('right', exits[1])];
  const line = command.leftLine ?? command.rightLine ?? '';
  const longest = Math.max(1, ...command.path.flatMap(({ left, right }) => [left, right]));
  return (
    <section className="compare-part">
      <h3 className="compare-command"><code>{line}</code></h3>
      <ComparedTable caption={line} sides={sides}>
        <ComparedRow label={t.outcome} here={here} there={there} different={here !== there} go={go(command.left === undefined ? undefined : { at: command.left.begin })} />
        <tr className="compared-head"><th colSpan={4} scope="colgroup">{t.ends}</th></tr>
        {command.chapters.map((chapter) => (
          <DurationRow key={chapter.id} label={chapterName(chapter.id)} component={chapter.component} here={chapter.left} there={chapter.right} go={go(chapter.at === undefined ? undefined : { at: chapter.at })} />
        ))}
        <DurationRow label={t.total} here={command.leftTook} there={command.rightTook} go={go(command.left === undefined ? undefined : { at: command.left.end })} />
        <tr className="compared-head"><th colSpan={4} scope="colgroup">{t.criticalPath}</th></tr>
        {command.path.map(({ component, left, right }) => (
          <DurationRow key={component} label={components[component]} component={component} here={left} there={right} longest={longest} />
        ))}
      </ComparedTable>
    </section>
  );
}

const signed = (n: number): string => (n === 0 ? '=' : n > 0 ? `+${n}` : `−${-n}`);
