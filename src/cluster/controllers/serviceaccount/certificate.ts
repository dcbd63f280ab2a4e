import { Prng } from '../../../base/prng';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What stands for the certificate of the cluster's authority: the form of one, of no use to anybody. The same seed gives the same one. */
export function clusterCertificate(seed: number): string {
  const random = new Prng(seed, 'certificate authority');
  const body = `MIIDCzCCAfOgAwIBAgIU${Array.from({ length: 1024 }, () => ALPHABET.charAt(random.int(64))).join('')}`;
  const lines = body.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
