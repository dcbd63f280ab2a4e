/** Image names as registries know them. Models distribution/reference normalize.go ParseDockerRef, as far as names without digests go. */
export interface ImageReference {
  /** `docker.io/library/nginx` */
  readonly repository: string;
  /** `1.29`, `latest` */
  readonly tag: string;
}

/** `nginx` → docker.io/library/nginx, latest; `ghcr.io/a/b:1` as it is. */
export function parseImage(name: string): ImageReference {
  const at = name.indexOf('@');
  const plain = at < 0 ? name : name.slice(0, at);
  const slash = plain.lastIndexOf('/');
  const colon = plain.indexOf(':', slash + 1);
  const path = colon < 0 ? plain : plain.slice(0, colon);
  const tag = colon < 0 ? 'latest' : plain.slice(colon + 1);
  const first = path.split('/')[0] ?? '';
  const hasDomain = path.includes('/') && (first.includes('.') || first.includes(':') || first === 'localhost');
  const repository = hasDomain ? path : `docker.io/${path.includes('/') ? '' : 'library/'}${path}`;
  return { repository, tag };
}

export const referenceText = ({ repository, tag }: ImageReference): string => `${repository}:${tag}`;
