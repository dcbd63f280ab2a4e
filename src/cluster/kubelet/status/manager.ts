import type { Pod, PodStatus } from '../../../api/types';
import { deepEqual } from '../../../base/json';
import { formatTime } from '../../../api/time';
import { MachineKind, type Machine } from '../../../kernel/machine';
import { NONE, type MessageRow } from '../../../kernel/time';
import { objectOf, PATCH, succeeded } from '../../client/typed-client';
import { wallMicros } from '../../clock';
import { LATENCY } from '../../latencies';
import type { KubeletContext } from '../context';
import { podSubject, podUid } from '../pods/pod';
import { timedConditions, withForeignConditions } from './conditions';
import type { GeneratedStatus } from './generate';
import { statusManagerMachine, type StatusManagerEvent } from './manager.machine';
import { statusPatch } from './patch';

interface Entry {
  readonly pod: Pod;
  readonly status: PodStatus;
}

type StatusPatch = ReturnType<typeof statusPatch>;

interface Turn {
  uid: string;
  entry: Entry | undefined;
  /** The pod as the API has it. */
  stored: Pod | undefined;
  patch: StatusPatch;
}

type StatusMachine = Machine<StatusManagerEvent, Turn>;

/**
 * Knows the newest status of every pod of the node and brings it to the API: a GET, then a PATCH if something differs.
 * Models pkg/kubelet/status/status_manager.go.
 */
export class StatusManager {
  private readonly statuses = new Map<string, Entry>();
  private readonly waiting = new Map<string, readonly MessageRow[]>();
  private readonly leaving = new Set<string>();
  private readonly machine: StatusMachine;

  /** `mayDelete`: whether the end of a deleted pod has come. */
  constructor(private readonly context: KubeletContext, private readonly mayDelete: (pod: Pod, status: PodStatus) => boolean) {
    const kind = new MachineKind<StatusManagerEvent, Turn>('status manager', statusManagerMachine, {
      next: (m: StatusMachine) => this.next(m), get: (m: StatusMachine) => this.get(m), compare: (m: StatusMachine) => this.compare(m),
      patch: (m: StatusMachine) => this.patch(m), check: (m: StatusMachine) => this.check(m), remove: (m: StatusMachine) => this.remove(m),
    });
    this.machine = context.actor.start(kind, { data: { uid: '', entry: undefined, stored: undefined, patch: undefined } });
  }

  /** The newest status of a pod, whether or not the API knows it yet. */
  statusOf(uid: string): PodStatus | undefined {
    return this.statuses.get(uid)?.status;
  }

  /** The pod as it was when its status was last set. */
  podOf(uid: string): Pod | undefined {
    return this.statuses.get(uid)?.pod;
  }

  /** Sets a pod's status; the present span is the cause of what follows. Equal statuses are ignored, unless `force`. */
  set(pod: Pod, generated: GeneratedStatus, force: boolean): PodStatus {
    const uid = podUid(pod);
    const old = this.statuses.get(uid)?.status ?? pod.status;
    const now = formatTime(wallMicros(this.context.actor.now));
    const generation = this.context.behaviour.observedGeneration ? pod.metadata.generation : undefined;
    const conditions = timedConditions(generated.findings, old.conditions ?? [], now, generation);
    const startTime = old.startTime ?? now;
    return this.replace(pod, conditions.length === 0 ? { ...generated.status, startTime } : { ...generated.status, conditions, startTime }, force);
  }

  /** Changes what is known of a pod, for those who have no whole status to give. */
  replace(pod: Pod, status: PodStatus, force: boolean): PodStatus {
    const uid = podUid(pod);
    const known = this.statuses.get(uid);
    if (known !== undefined && !force && deepEqual(known.status, status)) return known.status;
    this.statuses.set(uid, { pod, status });
    this.enqueue(pod);
    return status;
  }

  /** Has a pod's status compared with the API again. */
  enqueue(pod: Pod, also: MessageRow = NONE): void {
    const uid = podUid(pod);
    const { actor, kernel } = this.context;
    const arrive = (row: MessageRow): void => {
      if (!this.context.alive()) return;
      this.waiting.set(uid, [...(this.waiting.get(uid) ?? []), row, ...(also === NONE ? [] : [also])]);
      if (this.machine.state === 'idle') this.next(this.machine);
    };
    const delay = actor.sample(LATENCY.statusSync);
    const { currentMessage, currentSpan } = kernel;
    if (currentSpan !== NONE) actor.send(actor, { kind: 'channel', label: 'pod status', subject: podSubject(pod), delay }, arrive);
    // No state asks but a message itself: what it leads to is caused by it.
    else kernel.queue.add(kernel.now + delay, () => arrive(currentMessage));
  }

  /** Forgets a pod that is gone, once what is queued for it has been dealt with. */
  forgetAfter(uid: string): void {
    if (this.waiting.has(uid) || this.machine.data.uid === uid) this.leaving.add(uid);
    else this.statuses.delete(uid);
  }

  private next(m: StatusMachine): void {
    if (this.leaving.delete(m.data.uid)) this.statuses.delete(m.data.uid);
    m.data.uid = '';
    for (const [uid, rows] of this.waiting) {
      this.waiting.delete(uid);
      const entry = this.statuses.get(uid);
      const [first, ...more] = rows;
      if (entry === undefined || first === undefined) continue;
      m.data.uid = uid;
      m.data.entry = entry;
      m.subject = podSubject(entry.pod);
      this.context.kernel.currentMessage = first;
      m.send({ type: 'SYNC' }, more);
      return;
    }
  }

  private get(m: StatusMachine): void {
    const { uid, entry } = m.data;
    if (entry === undefined) return;
    const { namespace, name } = entry.pod.metadata;
    this.context.pods.get({ namespace, name }, (response) => {
      if (!succeeded(response)) {
        m.send({ type: response.code === 404 ? 'GONE' : 'FAILED' });
        return;
      }
      const stored = objectOf<Pod>(response);
      if (podUid(stored) !== uid) {
        this.statuses.delete(uid);
        m.send({ type: 'GONE' });
        return;
      }
      m.data.stored = stored;
      m.send({ type: 'GOT' });
    });
  }

  private compare(m: StatusMachine): void {
    const { uid, stored } = m.data;
    // What was set while the GET was on its way counts.
    const entry = this.statuses.get(uid) ?? m.data.entry;
    if (stored === undefined || entry === undefined) return;
    const { conditions: mine = [], ...rest } = entry.status;
    const conditions = withForeignConditions(mine, stored.status.conditions ?? []);
    m.data.entry = entry;
    const patch = statusPatch(stored, conditions.length === 0 ? rest : { ...rest, conditions });
    m.data.patch = patch;
    m.note(patch === undefined ? { type: 'StatusUpToDate' } : { type: 'StatusPatch', patch });
    m.send({ type: patch === undefined ? 'UNCHANGED' : 'CHANGED' });
  }

  private patch(m: StatusMachine): void {
    const { stored, patch } = m.data;
    if (stored === undefined || patch === undefined) return;
    const { namespace, name } = stored.metadata;
    this.context.pods.patch({ namespace, name, subresource: 'status' }, PATCH.strategic, patch, (response) => {
      if (succeeded(response)) m.data.stored = objectOf<Pod>(response);
      m.send({ type: succeeded(response) ? 'PATCHED' : 'FAILED' });
    });
  }

  private check(m: StatusMachine): void {
    const { uid, stored, entry } = m.data;
    const status = this.statuses.get(uid)?.status ?? entry?.status;
    const due = stored !== undefined && status !== undefined && stored.metadata.deletionTimestamp !== undefined && this.mayDelete(stored, status);
    m.send({ type: due ? 'DELETE' : 'DONE' });
  }

  private remove(m: StatusMachine): void {
    const { uid, stored } = m.data;
    if (stored === undefined) return;
    const { namespace, name } = stored.metadata;
    const options = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, preconditions: { uid } };
    this.context.pods.delete({ namespace, name }, options, (response) => {
      if (succeeded(response) && this.context.behaviour.terminatingPhases) this.statuses.delete(uid);
      m.send({ type: 'DONE' });
    });
  }
}
