import { Log, MESSAGE_KINDS, type ChangeType, type MessageKind } from '../../kernel/log';
import { NONE } from '../../kernel/time';

/**
 * A log drawn in columns, for tests. One row a line, in the order in which rows are appended:
 *
 *   message  m0  command   terminal → kubectl      0..10    by -    kubectl create deployment web
 *   span     s0  kubectl   command#1  parsing      10..40   by m0
 *   write    5   create    /registry/pods/default/web  at 30  by m3
 *   join     s4  m2
 *
 * Times are µs; `10..` is a span that stays open. `#1` is the machine's instance; `for x` at a span's end is its subject.
 * Objects of writes come from `objects` by revision. Names (`m0`, `s0`) must count up from 0 in the order of the lines.
 */
export function logFromText(text: string, objects: Readonly<Record<number, unknown>> = {}, log = new Log()): Log {
  for (const line of text.split('\n').map((l) => l.trim()).filter((l) => l !== '' && !l.startsWith('//'))) {
    const words = line.split(/\s+/);
    switch (words[0]) {
      case 'message': addMessage(log, line, words); break;
      case 'span': addSpan(log, line, words); break;
      case 'write': {
        const [, revision = '', type = '', key = '', , at = '', , by = ''] = words;
        log.addRevision(Number(revision), Number(at), key, type as ChangeType, objects[Number(revision)], rowOf(by));
        break;
      }
      case 'join': log.join(rowOf(words[1] ?? ''), rowOf(words[2] ?? '')); break;
      default: throw new Error(`log drawn wrong: ${line}`);
    }
  }
  return log;
}

function addMessage(log: Log, line: string, words: readonly string[]): void {
  const [, name = '', kind = '', from = '', , to = '', times = '', , by = ''] = words;
  if (!MESSAGE_KINDS.includes(kind as MessageKind)) throw new Error(`no message kind ${kind}: ${line}`);
  const [sent = 0, delivered = 0] = times.split('..').map(Number);
  const rest = words.slice(9).join(' ');
  const [label = '', subject] = rest.split(' for ');
  const row = log.addMessage({ sent, delivered, from, to, kind: kind as MessageKind, label, cause: rowOf(by), subject, payload: undefined });
  check(line, name, row);
}

function addSpan(log: Log, line: string, words: readonly string[]): void {
  const [, name = '', actor = '', machine = '', state = '', times = '', , by = ''] = words;
  const [kind = '', instance = '0'] = machine.split('#');
  const [begin = '', end = ''] = times.split('..');
  const subject = words[8] === 'for' ? words[9] : undefined;
  const row = log.openSpan({ begin: Number(begin), actor, machine: kind.replaceAll('_', ' '), instance: Number(instance), state, cause: rowOf(by), subject });
  if (end !== '') log.closeSpan(row, Number(end));
  check(line, name, row);
}

/** `m3` is 3, `-` is none. */
const rowOf = (name: string): number => (name === '-' || name === '' ? NONE : Number(name.slice(1)));

function check(line: string, name: string, row: number): void {
  if (rowOf(name) !== row) throw new Error(`this is row ${row}: ${line}`);
}

/** One command that makes a pod, by way of kube-apiserver, etcd, a controller's queue and a kubelet. */
export const SMALL_RUN = `
  span     s0   etcd                   watcher#9           idle              0..
  message  m0   command   terminal              → kubectl                100..100    by -    kubectl run web --image=nginx
  span     s1   kubectl                kubectl#1           parsing           100..140     by m0
  span     s2   kubectl                kubectl#1           requesting        140..600     by m0
  message  m1   http      kubectl               → kube-apiserver         140..200    by s2   POST /api/v1/namespaces/default/pods for pods/default/web
  span     s3   kube-apiserver         kube-apiserver_request#2           authentication    200..210     by m1  for pods/default/web
  span     s4   kube-apiserver         kube-apiserver_request#2           authorization     210..230     by m1  for pods/default/web
  span     s5   kube-apiserver         kube-apiserver_request#2           storing           230..400     by m1  for pods/default/web
  message  m2   etcd      kube-apiserver        → etcd                   230..260    by s5   put for pods/default/web
  span     s6   etcd                   etcd_transaction#3  applying          260..300     by m2  for pods/default/web
  write    7    create    /registry/pods/default/web   at 260   by m2
  span     s7   etcd                   etcd_transaction#3  applied           300..300     by m2  for pods/default/web
  message  m3   etcd      etcd                  → kube-apiserver         300..400    by s7   done for pods/default/web
  message  m4   etcd      etcd                  → kube-apiserver         300..380    by s7   event for pods/default/web
  span     s8   kube-apiserver         watch_cache#4       dispatching       380..390     by m4  for pods/default/web
  message  m5   watch     kube-apiserver        → kubelet:node-1         390..500    by s8   ADDED pods/default/web for pods/default/web
  span     s9   kube-apiserver         kube-apiserver_request#2           answered          400..400     by m3  for pods/default/web
  message  m6   response  kube-apiserver        → kubectl                400..600    by s9   201 POST /api/v1/namespaces/default/pods for pods/default/web
  span     s10  kubelet:node-1         pod_worker#5        syncing           500..900     by m5  for pods/default/web
  span     s11  kubectl                kubectl#1           printing          600..700     by m6
  span     s12  kubectl                kubectl#1           exited              700..700     by m6
  message  m7   queue     kubelet:node-1        → kubelet:node-1         500..900    by s10  status for pods/default/web
  span     s13  kubelet:node-1         status_manager#6    patchingStatus    900..1400    by m7  for pods/default/web
  message  m8   http      kubelet:node-1        → kube-apiserver         900..1000   by s13  PATCH /api/v1/namespaces/default/pods/web/status for pods/default/web
  span     s14  kube-apiserver         kube-apiserver_request#7           storing           1000..1300   by m8  for pods/default/web
  message  m9   etcd      kube-apiserver        → etcd                   1000..1100  by s14  put for pods/default/web
  span     s15  etcd                   etcd_transaction#8  applying          1100..1200   by m9  for pods/default/web
  write    9    update    /registry/pods/default/web   at 1100  by m9
`;

const pod = (ready: boolean): unknown => ({
  kind: 'Pod', metadata: { name: 'web', namespace: 'default', uid: 'u-1' }, spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'nginx' }] },
  status: ready ? { phase: 'Running', podIP: '10.244.0.5', containerStatuses: [{ name: 'web', ready: true, restartCount: 0, state: { running: {} } }] } : { phase: 'Pending' },
});
export const SMALL_RUN_OBJECTS: Readonly<Record<number, unknown>> = { 7: pod(false), 9: pod(true) };
