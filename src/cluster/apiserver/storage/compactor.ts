import type { Actor } from '../../../kernel/actor';
import { MINUTE } from '../../../kernel/time';
import type { EtcdClient } from './etcd-client';

const INTERVAL = 5 * MINUTE;

/**
 * Every five minutes tells etcd to forget history from before the last time, so that five to ten minutes of it stay.
 * Models apiserver pkg/storage/etcd3 compact.go; the key through which several servers agree on who compacts is left out.
 */
export function startCompactor(actor: Actor, etcd: EtcdClient): void {
  const tick = (revision: number): void => {
    actor.timer(INTERVAL, 'compaction', () => {
      etcd.range({ key: '/', prefix: true, limit: 0 }, undefined, (result) => {
        if (revision > 0) etcd.compact(revision);
        tick(result.revision);
      });
    });
  };
  tick(0);
}
