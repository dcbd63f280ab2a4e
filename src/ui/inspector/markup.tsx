import { Fragment } from 'react';

/** Words that stand between backticks are code. */
export function Markup({ text }: { readonly text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : <Fragment key={i}>{part}</Fragment>));
}
