export interface ScalarAnalysis {
  readonly multiline: boolean;
  readonly plainAllowed: boolean;
  readonly singleQuotedAllowed: boolean;
  readonly blockAllowed: boolean;
}

export const isBreak = (c: string): boolean => c === '\n' || c === '\r' || c === '\u0085' || c === '\u2028' || c === '\u2029';
const isBlank = (c: string): boolean => c === ' ' || c === '\t';

/** In which styles a text can be written outside flow collections. Models go-yaml v2 emitterc.go yaml_emitter_analyze_scalar. */
export function analyze(value: string): ScalarAnalysis {
  if (value === '') return { multiline: false, plainAllowed: true, singleQuotedAllowed: true, blockAllowed: false };
  const chars = [...value];
  let indicators = value.startsWith('---') || value.startsWith('...');
  let special = false;
  let lineBreaks = false;
  let breakSpace = false;
  let spaceBreak = false;
  let before = ' ';
  chars.forEach((c, i) => {
    const after = chars[i + 1];
    const followedByBlank = after === undefined || isBlank(after) || isBreak(after);
    if (i === 0) {
      if ('#,[]{}&*!|>\'"%@`'.includes(c) || ((c === '?' || c === ':' || c === '-') && followedByBlank)) indicators = true;
    } else if ((c === ':' && followedByBlank) || (c === '#' && (isBlank(before) || isBreak(before)))) indicators = true;
    if (!isPrintable(c)) special = true;
    if (c === ' ' && i > 0 && isBreak(before)) breakSpace = true;
    if (isBreak(c)) {
      lineBreaks = true;
      if (i > 0 && before === ' ') spaceBreak = true;
    }
    before = c;
  });
  const first = chars[0] ?? '';
  const last = chars.at(-1) ?? '';
  const plainEdges = first !== ' ' && last !== ' ' && !isBreak(first) && !isBreak(last);
  const unfit = spaceBreak || special;
  return {
    multiline: lineBreaks,
    plainAllowed: plainEdges && !breakSpace && !unfit && !lineBreaks && !indicators,
    singleQuotedAllowed: !breakSpace && !unfit,
    blockAllowed: last !== ' ' && !unfit,
  };
}

function isPrintable(c: string): boolean {
  const code = c.codePointAt(0) ?? 0;
  return code === 0x0a || (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff);
}

const WORDS: readonly string[] = [
  '', '~', 'null', 'Null', 'NULL', 'y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON', 'n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF',
  '.nan', '.NaN', '.NAN', '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF',
];
const INTEGER = /^[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
const TIMESTAMP = /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\.[0-9]*)?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/;

/** Whether a text written plainly would be read back as something else than a string. Models go-yaml v2 resolve.go. */
export function needsQuotes(value: string): boolean {
  if (WORDS.includes(value)) return true;
  const plain = value.replace(/_/g, '');
  const numeric = /^[-+.0-9]/.test(value);
  return numeric && (INTEGER.test(plain) || FLOAT.test(plain) || BASE_60.test(value) || TIMESTAMP.test(value));
}
