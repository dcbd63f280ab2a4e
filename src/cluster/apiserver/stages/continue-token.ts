import { decodeBase64, encodeBase64 } from '../../../api/base64';

/** Models apiserver pkg/storage continue.go: base64 of a JSON document. */
export function encodeContinue(revision: number, lastKey: string): string {
  return encodeBase64(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${lastKey}\u0000` })).replace(/=+$/, '');
}

/** Where the next page begins; undefined for a token that is none. */
export function decodeContinue(token: string): { readonly revision: number; readonly after: string } | undefined {
  const text = decodeBase64(token)?.text ?? '';
  const m = /^\{"v":"meta\.k8s\.io\/v1","rv":(\d+),"start":"(.*)\\u0000"\}$/.exec(text);
  return m === null ? undefined : { revision: Number(m[1]), after: m[2] ?? '' };
}
