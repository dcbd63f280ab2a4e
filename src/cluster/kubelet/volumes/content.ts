import type { Pod, Volume } from '../../../api/types';
import type { Result } from '../../../base/result';
import { err, ok } from '../../../base/result';
import { fieldValue } from '../containers/env';
import { podUid } from '../pods/pod';
import { decodeBase64 } from './base64';
import type { ObjectCache } from './object-cache';

export type Files = Readonly<Record<string, string>>;

/** The directory on the node that a volume is. */
export function hostPathOf(pod: Pod, volume: Volume): string {
  if (volume.hostPath !== undefined) return volume.hostPath.path;
  const plugin = volume.configMap !== undefined ? 'configmap' : volume.secret !== undefined ? 'secret' : volume.projected !== undefined ? 'projected'
    : volume.downwardAPI !== undefined ? 'downward-api' : volume.persistentVolumeClaim !== undefined ? 'local-volume' : 'empty-dir';
  return `/var/lib/kubelet/pods/${podUid(pod)}/volumes/kubernetes.io~${plugin}/${volume.name}`;
}

interface Source {
  readonly items?: readonly { readonly key: string; readonly path: string }[] | undefined;
  readonly optional?: boolean | undefined;
}

/** The chosen keys of an object as files. */
function pick(kind: string, name: string, data: Files | undefined, source: Source): Result<Files, string> {
  if (data === undefined) return source.optional === true ? ok({}) : err(`${kind} "${name}" not found`);
  if (source.items === undefined) return ok(data);
  const files: Record<string, string> = {};
  for (const { key, path } of source.items) {
    const content = data[key];
    if (content !== undefined) files[path] = content;
    else if (source.optional !== true) return err(`references non-existent ${kind === 'secret' ? 'secret' : 'config'} key: ${key}`);
  }
  return ok(files);
}

const decoded = (data: Files | undefined): Files => Object.fromEntries(Object.entries(data ?? {}).map(([k, v]) => [k, decodeBase64(v)]));

/** Where things outside the pod's spec come from. */
export interface ContentSources {
  readonly objects: ObjectCache;
  readonly token: string;
  readonly hostIP: string;
}

/** What is in a volume, or why it cannot be set up. Models the SetUp of pkg/volume/{configmap,secret,projected,downwardapi}. */
export function contentOf(pod: Pod, volume: Volume, sources: ContentSources): Result<Files, string> {
  const namespace = pod.metadata.namespace ?? '';
  const { objects } = sources;
  if (volume.configMap !== undefined) {
    return pick('configmap', volume.configMap.name, objectFiles(objects.configMap(namespace, volume.configMap.name)), volume.configMap);
  }
  if (volume.secret !== undefined) {
    const name = volume.secret.secretName ?? '';
    const secret = objects.secret(namespace, name);
    return pick('secret', name, secret === undefined ? undefined : decoded(secret.data), volume.secret);
  }
  if (volume.downwardAPI !== undefined) return ok(downward(pod, volume.downwardAPI.items ?? [], sources));
  const files: Record<string, string> = {};
  for (const source of volume.projected?.sources ?? []) {
    if (source.serviceAccountToken !== undefined) files[source.serviceAccountToken.path] = sources.token;
    if (source.downwardAPI !== undefined) Object.assign(files, downward(pod, source.downwardAPI.items ?? [], sources));
    const { configMap, secret } = source;
    if (configMap !== undefined) {
      const part = pick('configmap', configMap.name, objectFiles(objects.configMap(namespace, configMap.name)), configMap);
      if (!part.ok) return part;
      Object.assign(files, part.value);
    }
    if (secret !== undefined) {
      const found = objects.secret(namespace, secret.name);
      const part = pick('secret', secret.name, found === undefined ? undefined : decoded(found.data), secret);
      if (!part.ok) return part;
      Object.assign(files, part.value);
    }
  }
  return ok(files);
}

const objectFiles = (object: { readonly data?: Files } | undefined): Files | undefined => (object === undefined ? undefined : (object.data ?? {}));

function downward(pod: Pod, items: readonly { readonly path: string; readonly fieldRef?: { readonly fieldPath: string } }[], sources: ContentSources): Files {
  const at = { podIP: pod.status.podIP ?? '', hostIP: sources.hostIP };
  return Object.fromEntries(items.map(({ path, fieldRef }) => [path, fieldRef === undefined ? '' : fieldValue(pod, fieldRef.fieldPath, at)]));
}
