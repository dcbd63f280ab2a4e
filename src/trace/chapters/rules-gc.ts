import type { Rule } from './rule';
import { worker } from './worker';

const COLLECTOR = 'garbage collector worker';
const ORPHANS = 'orphaning worker';

/** The garbage collector: what becomes of dependents when their owner goes. */
export const GC_RULES: readonly Rule[] = [
  worker(COLLECTOR, 'gc.check', ['readingGraph', 'discovering', 'gettingObject', 'gettingOwner', 'deciding', 'checkingDependents']),
  worker(COLLECTOR, 'gc.delete', ['deletingObject']),
  worker(COLLECTOR, 'gc.release', ['droppingOwners', 'unblockingOwner', 'gettingAgain', 'removingFinalizer', 'waiting']),
  worker(ORPHANS, 'gc.orphan', ['readingGraph', 'discovering', 'orphaningDependents']),
  worker(ORPHANS, 'gc.orphaned', ['gettingAgain', 'removingFinalizer', 'waiting']),
];
