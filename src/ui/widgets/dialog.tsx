import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button';
import './dialog.css';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly about?: string;
  readonly close: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The dialog itself gets focus, or the field that asks for it; not the button that closes it. */
export function focusContent(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) (event.target.querySelector<HTMLElement>('[data-first-focus]') ?? event.target).focus();
}

/** A dialog in the middle of the page; Escape and the scrim close it. */
export function Dialog({ open, onOpenChange, title, about, close, children, className }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className={`dialog ${className ?? ''}`} onOpenAutoFocus={focusContent} {...(about === undefined ? { 'aria-describedby': undefined } : {})}>
          <header className="dialog-head">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="close" label={close} />
            </Radix.Close>
          </header>
          {about !== undefined && <Radix.Description className="dialog-about">{about}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
