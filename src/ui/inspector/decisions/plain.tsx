import { readableState } from '../../map/map-texts';

/** Any document as names and values. */
export function Plain({ value, skip = [] }: { readonly value: unknown; readonly skip?: readonly string[] }) {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null)) return <span className="value">{value.length === 0 ? '–' : value.map(String).join(', ')}</span>;
    return (
      <ul className="plain-list">
        {value.slice(0, 40).map((item, i) => <li key={i}><Plain value={item} /></li>)}
      </ul>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <dl className="plain">
        {Object.entries(value).filter(([name, inner]) => !skip.includes(name) && inner !== undefined).map(([name, inner]) => (
          <div key={name}>
            <dt>{readableState(name)}</dt>
            <dd><Plain value={inner} /></dd>
          </div>
        ))}
      </dl>
    );
  }
  return <span className={typeof value === 'number' ? 'value num' : 'value'}>{value === true ? '✓' : value === false ? '✗' : value === '' ? '–' : String(value)}</span>;
}
