/** What CSS says of a shape or a text and a picture on its own has to say itself. */
const PROPERTIES = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'opacity', 'visibility', 'display', 'paint-order', 'vector-effect',
  'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor', 'dominant-baseline', 'font-variant-numeric', 'rotate', 'scale', 'translate',
] as const;
const DROPPED = ['class', 'tabindex', 'role', 'aria-label', 'aria-hidden', 'aria-pressed', 'style'];
const XML = 'http://www.w3.org/2000/svg';

/** The map as it is shown now, as the text of an SVG file that needs nothing of this page. Undefined when no map is shown. */
export function mapPicture(): string | undefined {
  const [still, moving] = document.querySelectorAll<SVGSVGElement>('.map-svg');
  if (still === undefined) return undefined;
  const { width, height } = still.getBoundingClientRect();
  const picture = document.createElementNS(XML, 'svg');
  picture.setAttribute('xmlns', XML);
  picture.setAttribute('viewBox', `0 0 ${Math.round(width)} ${Math.round(height)}`);
  picture.setAttribute('width', String(Math.round(width)));
  picture.setAttribute('height', String(Math.round(height)));
  const ground = document.createElementNS(XML, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim());
  picture.append(ground);
  for (const source of [still, moving]) if (source !== undefined) for (const child of source.children) picture.append(copyOf(child));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
}

/** A copy with its looks written on it. */
function copyOf(element: Element): Element {
  const copy = element.cloneNode(true);
  if (!(copy instanceof Element)) return element;
  const [from, to] = [[element, ...element.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  for (const [i, original] of from.entries()) {
    const target = to[i];
    if (target === undefined) continue;
    const style = getComputedStyle(original);
    const looks = PROPERTIES.flatMap((name) => {
      const value = style.getPropertyValue(name);
      return value === '' || value === 'none' && (name === 'rotate' || name === 'scale' || name === 'translate' || name === 'stroke-dasharray') ? [] : [`${name}:${value}`];
    });
    for (const name of DROPPED) target.removeAttribute(name);
    for (const { name } of [...target.attributes]) if (name.startsWith('data-')) target.removeAttribute(name);
    target.setAttribute('style', looks.join(';'));
  }
  return copy;
}
