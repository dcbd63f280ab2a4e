import type { ReactNode } from 'react';
import type { ComponentId, Micros } from '../../trace/types';
import { duration } from '../format';
import { useTexts } from '../texts/texts';

interface TableProps {
  readonly caption: string;
  readonly sides: { readonly here: string; readonly there: string };
  /** Without a column for the difference. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** What, here, there, and by how much. */
export function ComparedTable({ caption, sides, plain, children }: TableProps) {
  const { compare: t } = useTexts();
  return (
    <table className={`compared ${plain === true ? 'is-plain' : ''}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.here}<small>{sides.here}</small></th>
          <th scope="col">{t.there}<small>{sides.there}</small></th>
          {plain !== true && <th scope="col">{t.difference}</th>}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  readonly label: string;
  readonly here: ReactNode;
  readonly there: ReactNode;
  readonly difference?: ReactNode;
  /** Stands out. */
  readonly different?: boolean;
  readonly component?: ComponentId;
  /** Where the row leads. */
  readonly go?: (() => void) | undefined;
}

export function ComparedRow({ label, here, there, difference, different, component, go }: RowProps) {
  return (
    // The whole row can be pressed; the button in it is for the keyboard, and what it does bubbles up to here.
    <tr className={`${go === undefined ? '' : 'leads'} ${different === true ? 'is-different' : ''}`} data-component={component} onClick={go}>
      <th scope="row">
        {component !== undefined && <span className="compared-dot" />}
        {go === undefined ? label : <button type="button" className="compared-go">{label}</button>}
      </th>
      <td>{here}</td>
      <td>{there}</td>
      {difference !== undefined && <td className="num">{difference}</td>}
      {difference === undefined && different !== undefined && <td />}
    </tr>
  );
}

interface DurationProps {
  readonly label: string;
  readonly component?: ComponentId;
  readonly here: Micros | undefined;
  readonly there: Micros | undefined;
  /** Draws bars, of which the longest is so long. */
  readonly longest?: Micros;
  readonly go?: (() => void) | undefined;
}

export function DurationRow({ label, component, here, there, longest, go }: DurationProps) {
  const { compare: t } = useTexts();
  const cell = (time: Micros | undefined): ReactNode =>
    time === undefined ? t.none : (
      <span className="num">
        {longest !== undefined && <span className="compared-bar" style={{ width: `${Math.round((time / longest) * 100)}%` }} />}
        {duration(time)}
      </span>
    );
  return <ComparedRow label={label} go={go} here={cell(here)} there={cell(there)} difference={differenceOf(here, there)} {...(component === undefined ? {} : { component })} />;
}

/** How much later it was there. */
function differenceOf(here: Micros | undefined, there: Micros | undefined): ReactNode {
  if (here === undefined || there === undefined) return '';
  const by = there - here;
  if (by === 0) return '=';
  return <span className={by > 0 ? 'is-later' : 'is-earlier'}>{by > 0 ? '+' : '−'}{duration(Math.abs(by))}</span>;
}
