import { docAt, docsAt, isDoc, textAt } from '../doc';
import type { Doc } from '../doc';
import { duplicate, forbidden, invalid, notFound, required } from '../field/error';
import type { FieldError } from '../field/error';
import { isDNS1123Label } from '../field/names';
import type { KubeVersion } from '../version';
import { each } from './meta';

/** Volumes and their mounts. Models pkg/apis/core/validation ValidateVolumes and ValidateVolumeMounts. */

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  hostPath: ['path'], secret: ['secretName'], configMap: ['name'], persistentVolumeClaim: ['claimName'], nfs: ['server', 'path'], csi: ['driver'],
};

function validateSource(volume: Doc, at: string): readonly FieldError[] {
  const kinds = Object.keys(volume).filter((key) => key !== 'name' && isDoc(volume[key]));
  if (kinds.length === 0) return [required(at, 'must specify a volume type')];
  return kinds.flatMap((kind, i) => {
    const field = `${at}.${kind}`;
    if (i > 0) return [forbidden(field, 'may not specify more than one volume type')];
    const source = docAt(volume, kind);
    const errors: FieldError[] = (NEEDED[kind] ?? []).filter((key) => textAt(source, key) === '').map((key) => required(`${field}.${key}`));
    const mode = source['defaultMode'];
    if (typeof mode === 'number' && (mode < 0 || mode > 0o777)) errors.push(invalid(`${field}.defaultMode`, mode, 'must be a number between 0 and 0777 (octal), both inclusive'));
    docsAt(source, 'items').forEach((item, j) => {
      if (textAt(item, 'key') === '' && kind !== 'downwardAPI') errors.push(required(`${field}.items[${j}].key`));
      if (textAt(item, 'path') === '') errors.push(required(`${field}.items[${j}].path`));
    });
    return errors;
  });
}

/** Complaints, and the names of the volumes that are in order. */
export function validateVolumes(spec: Doc, at: string, version: KubeVersion): { readonly errors: readonly FieldError[]; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const errors: FieldError[] = [];
  docsAt(spec, 'volumes').forEach((volume, i) => {
    const here = `${at}.volumes[${i}]`;
    const name = textAt(volume, 'name');
    const own: FieldError[] = [...validateSource(volume, here)];
    if (name === '') own.push(required(`${here}.name`));
    else own.push(...each(`${here}.name`, name, isDNS1123Label(name, version)));
    if (names.has(name)) own.push(duplicate(`${here}.name`, name));
    if (own.length === 0) names.add(name);
    errors.push(...own);
  });
  return { errors, names };
}

export function validateVolumeMounts(container: Doc, at: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const paths = new Set<string>();
  return docsAt(container, 'volumeMounts').flatMap((mount, i) => {
    const here = `${at}.volumeMounts[${i}]`;
    const errors: FieldError[] = [];
    const name = textAt(mount, 'name');
    const path = textAt(mount, 'mountPath');
    if (name === '') errors.push(required(`${here}.name`));
    if (!volumes.has(name)) errors.push(notFound(`${here}.name`, name));
    if (path === '') errors.push(required(`${here}.mountPath`));
    if (paths.has(path)) errors.push(invalid(`${here}.mountPath`, path, 'must be unique'));
    paths.add(path);
    if (textAt(mount, 'subPath').split('/').includes('..')) errors.push(invalid(`${here}.subPath`, textAt(mount, 'subPath'), "must not contain '..'"));
    return errors;
  });
}
