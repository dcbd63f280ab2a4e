import { fnv1a32 } from '../../../base/fnv';

/** What a service account token says. */
export interface TokenClaims {
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly uid: string;
  /** Seconds since 1970; undefined: it never expires (the Secret tokens of old releases). */
  readonly expires: number | undefined;
  readonly audience: string;
  /** Seconds since 1970. */
  readonly issued: number;
  /** The pod that the token is bound to. */
  readonly pod?: { readonly name: string; readonly uid: string } | undefined;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url of an ASCII text, without padding. */
export function base64Url(text: string): string {
  let out = '';
  const end = text.length - (text.length % 3);
  for (let i = 0; i < end; i += 3) {
    const word = (text.charCodeAt(i) << 16) | (text.charCodeAt(i + 1) << 8) | text.charCodeAt(i + 2);
    out += String.fromCharCode(codeOf(word >> 18), codeOf(word >> 12), codeOf(word >> 6), codeOf(word));
  }
  const left = text.length - end;
  if (left === 0) return out;
  const word = (text.charCodeAt(end) << 16) | ((left > 1 ? text.charCodeAt(end + 1) : 0) << 8);
  return out + String.fromCharCode(codeOf(word >> 18), codeOf(word >> 12)) + (left > 1 ? String.fromCharCode(codeOf(word >> 6)) : '');
}

const codeOf = (word: number): number => ALPHABET.charCodeAt(word & 63);

function fromBase64Url(text: string): string {
  let out = '';
  let word = 0;
  let bits = 0;
  for (const c of text) {
    const value = ALPHABET.indexOf(c);
    if (value < 0) return '';
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out += String.fromCharCode((word >> bits) & 0xff);
    }
  }
  return out;
}

/** Not a signature that withstands anybody: a digest with the cluster's key, enough to tell its own tokens from made-up ones. */
function sign(text: string, key: string): string {
  let out = '';
  for (let i = 0; i < 8; i++) out += fnv1a32(text, fnv1a32(`${key}${i}`)).toString(16).padStart(8, '0');
  return base64Url(out);
}

const HEADER = base64Url('{"alg":"RS256","kid":"podyssey"}');

/** A token in the form of a JSON web token. */
export function issueToken(claims: TokenClaims, key: string): string {
  const body = base64Url(JSON.stringify(toWire(claims)));
  return `${HEADER}.${body}.${sign(body, key)}`;
}

/** The claims of a token that this cluster issued; undefined for any other text. */
export function readToken(token: string, key: string): TokenClaims | undefined {
  const [header, body, signature] = token.split('.');
  if (header !== HEADER || body === undefined || signature !== sign(body, key)) return undefined;
  return fromWire(JSON.parse(fromBase64Url(body)) as WireClaims);
}

const ISSUER = 'https://kubernetes.default.svc.cluster.local';

/** The claims under their names in a token. */
interface WireClaims {
  readonly aud: readonly string[];
  readonly exp?: number;
  readonly iat: number;
  readonly iss: string;
  readonly 'kubernetes.io': { readonly namespace: string; readonly pod?: { readonly name: string; readonly uid: string }; readonly serviceaccount: { readonly name: string; readonly uid: string } };
  readonly nbf: number;
  readonly sub: string;
}

/** Models pkg/serviceaccount claims.go Claims. */
function toWire({ namespace, serviceAccount, uid, expires, audience, issued, pod }: TokenClaims): WireClaims {
  return {
    aud: [audience], ...(expires === undefined ? {} : { exp: expires }), iat: issued, iss: ISSUER,
    'kubernetes.io': { namespace, ...(pod === undefined ? {} : { pod }), serviceaccount: { name: serviceAccount, uid } }, nbf: issued, sub: `system:serviceaccount:${namespace}:${serviceAccount}`,
  };
}

function fromWire(wire: WireClaims): TokenClaims {
  const { namespace, serviceaccount, pod } = wire['kubernetes.io'];
  return { namespace, serviceAccount: serviceaccount.name, uid: serviceaccount.uid, expires: wire.exp, audience: wire.aud[0] ?? '', issued: wire.iat, pod };
}
