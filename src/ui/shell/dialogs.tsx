import { lazy, Suspense, useEffect, useState } from 'react';
import { usePage } from '../app-context';
import { Files } from './files';
import { HelpDialog } from './help-dialog';
import { SearchDialog } from './search-dialog';

const ComparePanel = lazy(() => import('../compare/compare-panel').then((m) => ({ default: m.ComparePanel })));

/** Dialogs that any part of the page may ask for. */
export function Dialogs() {
  const { shell } = usePage();
  const [open, setOpen] = useState<'search' | 'help' | 'compare'>();
  useEffect(() => {
    const stops = [shell.on('openSearch', () => setOpen('search')), shell.on('openHelp', () => setOpen('help')), shell.on('openCompare', () => setOpen('compare'))];
    return () => stops.forEach((stop) => stop());
  }, [shell]);
  const close = (isOpen: boolean): void => {
    if (!isOpen) setOpen(undefined);
  };
  return (
    <>
      <SearchDialog open={open === 'search'} onOpenChange={close} />
      <HelpDialog open={open === 'help'} onOpenChange={close} />
      <Files />
      {open === 'compare' && (
        <Suspense>
          <ComparePanel onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
