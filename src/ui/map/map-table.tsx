import { useStore, useShallow } from '../../state/use';
import { useApp, usePage, useMoment } from '../app-context';
import { machinesAt } from '../../trace/machines-at';
import { useTexts } from '../texts/texts';
import { actorName, subjectName } from '../texts/words';
import { packetsOf } from './frame-at';
import { readableState } from './map-texts';
import '../widgets/table.css';

/** The map's content as tables: what works, which pods there are, what is under way. */
export function MapTable() {
  const t = useTexts();
  const app = useApp();
  const { derived } = app;
  const m = t.map.table;
  const pods = useMoment(({ t: now }) => derived.readers().cluster.at(now).pods);
  const working = useStore(usePage().moment, useShallow(({ t: now }) => machinesAt(derived.readers().trace, now).filter((x) => !x.resting).slice(0, 60).map((x) => `${x.actor}\n${x.state}\n${x.subject ?? ''}`)));
  const moving = useStore(usePage().moment, useShallow(({ t: now }) => packetsOf(app, now).slice(0, 60).map((p) => `${p.from}\n${p.to}\n${p.kind}\n${p.label}`)));
  return (
    <div className="as-table" tabIndex={0} role="group" aria-label={m.caption}>
      <Table caption={m.caption} head={[m.component, m.state, m.subject]} none={m.none} rows={working.map((row) => row.split('\n')).map(([actor = '', state = '', subject = '']) => [actorName(t, actor), readableState(state), subject === '' ? '' : subjectName(t, subject)])} />
      <Table caption={m.pods} head={[m.pod, m.status, m.ready, m.node, m.ip]} none={m.none} rows={pods.slice(0, 300).map((pod) => [pod.name, pod.word, `${pod.ready}/${pod.wanted}`, pod.node, pod.ip])} />
      <Table caption={m.underWay} head={[m.from, m.to, m.kind, m.what]} none={m.none} rows={moving.map((row) => row.split('\n')).map(([from = '', to = '', kind = '', label = '']) => [actorName(t, from), actorName(t, to), (t.map.packets as Readonly<Record<string, string>>)[kind] ?? kind, label])} />
    </div>
  );
}

function Table({ caption, head, rows, none }: { readonly caption: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly none: string }) {
  return (
    <table className="table">
      <caption>{caption}</caption>
      <thead><tr>{head.map((cell) => <th key={cell} scope="col">{cell}</th>)}</tr></thead>
      <tbody>
        {rows.length === 0 && <tr><td colSpan={head.length}>{none}</td></tr>}
        {rows.map((row, i) => <tr key={i}>{row.map((cell, j) => (j === 0 ? <th key={j} scope="row">{cell}</th> : <td key={j}>{cell}</td>))}</tr>)}
      </tbody>
    </table>
  );
}
