import type { Prng } from '../../base/prng';

/** Letters and digits that neither form words nor are mistaken for one another. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** The five characters that make a name unique. Models apimachinery pkg/util/rand String. */
export function safeSuffix(random: Prng): string {
  return Array.from({ length: 5 }, () => ALPHABET.charAt(random.int(ALPHABET.length))).join('');
}
