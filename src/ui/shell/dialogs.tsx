import { useEffect, useState } from 'react';
import { usePage } from '../app-context';
import { HelpDialog } from './help-dialog';
import { SearchDialog } from './search-dialog';

/** Dialogs that any part of the page may ask for. */
export function Dialogs() {
  const { shell } = usePage();
  const [open, setOpen] = useState<'search' | 'help'>();
  useEffect(() => {
    const stops = [shell.on('openSearch', () => setOpen('search')), shell.on('openHelp', () => setOpen('help'))];
    return () => stops.forEach((stop) => stop());
  }, [shell]);
  const close = (isOpen: boolean): void => {
    if (!isOpen) setOpen(undefined);
  };
  return (
    <>
      <SearchDialog open={open === 'search'} onOpenChange={close} />
      <HelpDialog open={open === 'help'} onOpenChange={close} />
    </>
  );
}
