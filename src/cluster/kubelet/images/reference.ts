import type { KubeletBehaviour } from '../../versions';

/** Why an image name is none, or undefined when it is one. Models distribution/reference ParseNormalizedNamed, as far as names go. */
export function invalidReference(image: string): string | undefined {
  const [name = ''] = image.split('@');
  const slash = name.lastIndexOf('/');
  const colon = name.indexOf(':', slash + 1);
  const path = colon < 0 ? name : name.slice(0, colon);
  const tag = colon < 0 ? undefined : name.slice(colon + 1);
  const components = path.split('/');
  const domain = components.length > 1 && /[.:]|^localhost$/.test(components[0] ?? '');
  const repository = (domain ? components.slice(1) : components).join('/');
  if (/[A-Z]/.test(repository)) return 'repository name must be lowercase';
  if (repository === '' || !/^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/.test(repository)) return '';
  if (tag !== undefined && !/^[\w][\w.-]{0,127}$/.test(tag)) return '';
  return undefined;
}

/** The text of the InspectFailed event for a name that is none. */
export function invalidReferenceText(image: string, why: string, behaviour: KubeletBehaviour): string {
  const text = behaviour.invalidImageName(image, why);
  return why === '' ? text.replace(/: $/, '') : text;
}
