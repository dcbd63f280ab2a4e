import type { KubeVersion } from '../version';

/** Checks of names and keys. Each gives the list of complaints, empty when all is well. Models apimachinery pkg/util/validation. */

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;
const ENV_NAME = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const PERCENT = '[0-9]+%';
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
const RE = {
  label: whole(LABEL), subdomain: whole(SUBDOMAIN), label1035: whole(LABEL_1035), qualified: whole(QUALIFIED), labelValue: whole(LABEL_VALUE),
  envName: whole(ENV_NAME), configKey: whole(CONFIG_KEY), percent: whole(PERCENT), cIdentifier: whole(C_IDENTIFIER),
} as const;

export const maxLengthText = (max: number): string => `must be no more than ${max} characters`;
export const rangeText = (lo: number, hi: number): string => `must be between ${lo} and ${hi}, inclusive`;
const EMPTY = 'must be non-empty';
/** No complaints: what nearly every check comes to. */
const NONE: readonly string[] = [];

/** `<message> (e.g. 'a',  or 'b', regex used for validation is '<pattern>')`; the doubled space is upstream's. */
function regexText(message: string, pattern: string, ...examples: readonly string[]): string {
  const eg = examples.length === 0 ? '' : `e.g. ${examples.map((e) => `'${e}', `).join(' or ')}`;
  return `${message} (${eg}regex used for validation is '${pattern}')`;
}

export function isDNS1123Label(value: string, version: KubeVersion = '1.35'): readonly string[] {
  if (value.length <= 63 && RE.label.test(value)) return NONE;
  const errors: string[] = [];
  if (value.length > 63) errors.push(maxLengthText(63));
  if (!RE.label.test(value) && version !== '1.20' && RE.subdomain.test(value)) errors.push('must not contain dots');
  else if (!RE.label.test(value)) {
    errors.push(regexText("a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character", LABEL, 'my-name', '123-abc'));
  }
  return errors;
}

const DASH = 45;
const DOT = 46;

/** What the pattern SUBDOMAIN says, in one pass: every object's name is checked, and the pattern tries each label in many ways. */
function isSubdomain(text: string): boolean {
  let last = DOT;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const edge = last === DOT || last === DASH;
    if (c === DOT ? edge : c === DASH ? last === DOT : (c < 48 || c > 57) && (c < 97 || c > 122)) return false;
    last = c;
  }
  return last !== DOT && last !== DASH;
}

export function isDNS1123Subdomain(value: string): readonly string[] {
  if (value.length <= 253 && isSubdomain(value)) return NONE;
  const errors: string[] = [];
  if (value.length > 253) errors.push(maxLengthText(253));
  if (!RE.subdomain.test(value)) {
    errors.push(regexText("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character", SUBDOMAIN, 'example.com'));
  }
  return errors;
}

export function isDNS1035Label(value: string): readonly string[] {
  const errors: string[] = [];
  if (value.length > 63) errors.push(maxLengthText(63));
  if (!RE.label1035.test(value)) {
    errors.push(regexText("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character", LABEL_1035, 'my-name', 'abc-123'));
  }
  return errors;
}

/** A label or annotation key: `[prefix/]name`. */
export function isQualifiedName(value: string, version: KubeVersion = '1.35'): readonly string[] {
  if (value.length <= 63 && RE.qualified.test(value)) return NONE;
  const errors: string[] = [];
  const parts = value.split('/');
  if (parts.length > 2) {
    return [`a ${version === '1.20' ? 'qualified name' : 'valid label key'} ${regexText("must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", QUALIFIED, 'MyName', 'my.name', '123-abc')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.length === 2 ? (parts[1] ?? '') : value;
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') errors.push(`prefix part ${EMPTY}`);
    else errors.push(...isDNS1123Subdomain(prefix).map((e) => `prefix part ${e}`));
  }
  if (name === '') errors.push(`name part ${EMPTY}`);
  else if (name.length > 63) errors.push(`name part ${maxLengthText(63)}`);
  if (!RE.qualified.test(name)) {
    errors.push(`name part ${regexText("must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", QUALIFIED, 'MyName', 'my.name', '123-abc')}`);
  }
  return errors;
}

export function isValidLabelValue(value: string): readonly string[] {
  if (value.length <= 63 && RE.labelValue.test(value)) return NONE;
  const errors: string[] = [];
  if (value.length > 63) errors.push(maxLengthText(63));
  if (!RE.labelValue.test(value)) {
    errors.push(regexText("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character", LABEL_VALUE, 'MyValue', 'my_value', '12345'));
  }
  return errors;
}

export function isValidPortNumber(port: number): readonly string[] {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? [] : [rangeText(1, 65_535)];
}

export function isValidPortName(name: string): readonly string[] {
  const errors: string[] = [];
  if (name.length > 15) errors.push(maxLengthText(15));
  if (!/^[-a-z0-9]+$/.test(name)) errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

export function isEnvVarName(name: string): readonly string[] {
  if (RE.envName.test(name)) {
    if (name === '.') return ["must not be '.'"];
    if (name === '..') return ["must not be '..'"];
    return name.startsWith('..') ? ["must not start with '..'"] : [];
  }
  return [regexText("a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit", ENV_NAME, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')];
}

/** The rule since 1.32: any printable ASCII character but `=`. */
export function isRelaxedEnvVarName(name: string): readonly string[] {
  if (name === '') return [`environment variable name ${EMPTY}`];
  return /^[\x20-\x7e]+$/.test(name) && !name.includes('=') ? [] : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

export function isConfigMapKey(key: string): readonly string[] {
  const errors: string[] = [];
  if (key.length > 253) errors.push(maxLengthText(253));
  if (!RE.configKey.test(key)) errors.push(regexText("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name'));
  if (key === '.') errors.push("must not be '.'");
  else if (key === '..') errors.push("must not be '..'");
  else if (key.startsWith('..')) errors.push("must not start with '..'");
  return errors;
}

export function isValidPercent(text: string): readonly string[] {
  return RE.percent.test(text) ? [] : [regexText("a valid percent string must be a numeric string followed by an ending '%'", PERCENT, '1%', '93%')];
}

/** `must be of the form …` for names in paths: `.`, `..`, and any with a slash or percent sign. */
export function isPathSegmentName(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((c) => name.includes(c)).map((c) => `may not contain '${c}'`);
}

export function isValidIP(text: string): boolean {
  const parts = text.split('.');
  if (parts.length === 4) return parts.every((p) => /^(0|[1-9][0-9]{0,2})$/.test(p) && Number(p) <= 255);
  return /^[0-9a-fA-F:]+$/.test(text) && text.includes(':') && text.split('::').length <= 2;
}

