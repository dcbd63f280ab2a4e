const SEPARATED = '[a-z0-9]+(?:(?:[._]|__|[-]*)[a-z0-9]+)*';
const DOMAIN = '(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*)(?::[0-9]+)?';
const REFERENCE = new RegExp(`^(?:${DOMAIN}/)?${SEPARATED}(?:/${SEPARATED})*(?::[\\w][\\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*[:][0-9a-fA-F]{32,})?$`);

/** Why a text cannot name an image, undefined when it can. Models distribution/reference regexp.go ReferenceRegexp. */
export function imageReferenceProblem(image: string): string | undefined {
  return REFERENCE.test(image) ? undefined : 'invalid reference format';
}
