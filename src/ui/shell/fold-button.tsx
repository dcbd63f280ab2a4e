import type { PanelId } from '../../state/view';
import { useApp, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import { IconButton } from '../widgets/button';
import type { IconName } from '../widgets/icon';

/** Folds a panel away, or brings it back. */
export function FoldButton({ panel, icon }: { readonly panel: PanelId; readonly icon: IconName }) {
  const { shell } = useTexts();
  const { view } = useApp();
  const folded = useView((v) => v.folded.includes(panel));
  const name = shell.panels[panel];
  return <IconButton icon={icon} size={15} label={folded ? shell.unfold(name) : shell.fold(name)} aria-expanded={!folded} onClick={() => view.getState().toggleFold(panel)} />;
}
