import { fnv1a32, fnv1a32Int } from '../base/fnv';
import { goDump } from './schema/go-dump';
import { schemaOf } from './schema/schema';
import type { PodTemplateSpec } from './types';
import type { KubeVersion } from './version';

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Digits in the alphabet that can spell no words: only ten of its letters can come out. */
// Models apimachinery pkg/util/rand SafeEncodeString
export function safeEncode(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) out += ALPHABET.charAt(text.charCodeAt(i) % ALPHABET.length);
  return out;
}

/**
 * The pod-template-hash of a defaulted template: `7b54d48599`. Held against the hashes that 1.20 gave; other releases hash more
 * fields, so their values differ from it.
 */
// Models pkg/controller ComputeHash
export function computeHash(template: PodTemplateSpec, collisionCount: number | undefined, version: KubeVersion): string {
  let hash = fnv1a32(goDump('PodTemplateSpec', template as unknown as Readonly<Record<string, unknown>>, schemaOf(version)));
  // Eight little-endian bytes, of which the count fills four.
  if (collisionCount !== undefined) hash = fnv1a32Int(fnv1a32Int(hash, collisionCount), 0);
  return safeEncode(String(hash >>> 0));
}

/** The hash in the name of a StatefulSet's ControllerRevision: FNV-1 (not 1a) over the revision's bytes. */
// Models pkg/controller/history HashControllerRevision
export function hashRevisionData(data: string, collisionCount: number | undefined): string {
  let h = 0x811c9dc5;
  for (const text of [data, collisionCount === undefined ? '' : String(collisionCount)]) {
    for (let i = 0; i < text.length; i++) h = Math.imul(h, 0x01000193) ^ (text.charCodeAt(i) & 0xff);
  }
  return safeEncode(String(h >>> 0));
}
