import type { Prng } from '../../../base/prng';
import type { ObjectMeta } from '../../../api/types';

/** No vowels and nothing that looks like one: no words by accident. Models apimachinery pkg/util/rand. */
const ALPHANUMERICS = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX = 5;
const MAX_NAME = 63;

/** Five random characters. */
export function randomSuffix(random: Prng): string {
  let out = '';
  for (let i = 0; i < SUFFIX; i++) out += ALPHANUMERICS.charAt(random.int(ALPHANUMERICS.length));
  return out;
}

/** Models apiserver pkg/storage/names SimpleNameGenerator. */
export function generateName(base: string, random: Prng): string {
  if (base === '') return '';
  const max = MAX_NAME - SUFFIX;
  return (base.length > max ? base.slice(0, max) : base) + randomSuffix(random);
}

/**
 * Metadata of a new object, with places kept for what the strategy and etcd will write: an empty resourceVersion and, unless the
 * kind is known to have none, generation 0.
 */
export function createdMetadata(given: ObjectMeta, name: string, uid: string, creationTimestamp: string, generation: boolean): ObjectMeta {
  const out: Record<string, unknown> = { name };
  if (given.generateName !== undefined) out['generateName'] = given.generateName;
  if (given.namespace !== undefined) out['namespace'] = given.namespace;
  out['uid'] = uid;
  out['resourceVersion'] = '';
  if (generation) out['generation'] = 0;
  out['creationTimestamp'] = creationTimestamp;
  const rest = given as unknown as Readonly<Record<string, unknown>>;
  for (const key of KEPT) if (rest[key] !== undefined) out[key] = rest[key];
  return out as unknown as ObjectMeta;
}

const KEPT = ['labels', 'annotations', 'ownerReferences', 'finalizers', 'managedFields'] as const;
