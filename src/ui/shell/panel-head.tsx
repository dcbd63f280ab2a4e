import type { ReactNode } from 'react';

/** A panel's title line with room for its buttons. */
export function PanelHead({ title, id, children }: { readonly title: string; readonly id?: string; readonly children?: ReactNode }) {
  return (
    <header className="panel-head">
      <h2 id={id}>{title}</h2>
      <span className="spacer" />
      {children}
    </header>
  );
}
