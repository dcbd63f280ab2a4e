const isLetter = (c: string): boolean => /\p{L}/u.test(c);
const isDigit = (c: string): boolean => /\p{Nd}/u.test(c);

/** The order of mapping keys: `a2` before `a10`. Models go-yaml v2 sorter.go keyList.Less. */
export function naturalLess(a: string, b: string): boolean {
  const left = [...a];
  const right = [...b];
  let digits = false;
  for (let i = 0; i < left.length && i < right.length; i++) {
    const l = left[i] ?? '';
    const r = right[i] ?? '';
    if (l === r) {
      digits = isDigit(l);
      continue;
    }
    const lettersL = isLetter(l);
    const lettersR = isLetter(r);
    if (lettersL && lettersR) return l < r;
    if (lettersL || lettersR) return digits ? lettersL : lettersR;
    const runL = digitRun(left, i);
    const runR = digitRun(right, i);
    const nonzeroBefore = (l === '0' || r === '0') && /[1-9][0-9]*$/.test(left.slice(0, i).join(''));
    const numberL = Number(`${nonzeroBefore ? '1' : ''}${runL}` || '0');
    const numberR = Number(`${nonzeroBefore ? '1' : ''}${runR}` || '0');
    if (numberL !== numberR) return numberL < numberR;
    if (runL.length !== runR.length) return runL.length < runR.length;
    return l < r;
  }
  return left.length < right.length;
}

function digitRun(chars: readonly string[], from: number): string {
  let end = from;
  while (end < chars.length && isDigit(chars[end] ?? '')) end++;
  return chars.slice(from, end).join('');
}
