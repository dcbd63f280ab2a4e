import { LOCALE_NAMES, LOCALES } from '../../i18n/locale';
import { useApp, useView } from '../app-context';
import { useTexts } from '../texts/texts';
import { ChoiceMenu } from '../widgets/menu';

/** Each language stands under its own name, whatever the page's language is. */
export function LanguageMenu() {
  const { shell } = useTexts();
  const { view } = useApp();
  const language = useView((v) => v.language);
  return (
    <ChoiceMenu
      label={shell.language}
      value={language}
      align="end"
      choices={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value].name }))}
      onChoose={(next) => view.getState().set({ language: next })}
      trigger={<button type="button" className="button button-quiet" aria-label={`${LOCALE_NAMES[language].short}, ${shell.language}: ${LOCALE_NAMES[language].name}`}>{LOCALE_NAMES[language].short}</button>}
    />
  );
}
