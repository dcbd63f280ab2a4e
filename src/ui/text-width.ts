/** About how wide a text is in ems: Chinese letters are as wide as high, others about half. Measuring would cost more than drawing. */
export function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text) ems += isWide(letter) ? 1 : 0.54;
  return ems;
}

/** How many of a text's first letters fit into `ems`. */
export function fitting(text: string, ems: number): number {
  let used = 0;
  let count = 0;
  for (const letter of text) {
    used += isWide(letter) ? 1 : 0.54;
    if (used > ems) return count;
    count += letter.length;
  }
  return count;
}

const isWide = (letter: string): boolean => letter >= '\u2e80' && letter <= '\uffef';
