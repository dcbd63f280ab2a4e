import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { en, type Texts } from '../../i18n/en';
import type { Explanations } from '../../i18n/explain/en';
import { LOCALE_NAMES, type Locale } from '../../i18n/locale';

export interface TextsInUse {
  readonly locale: Locale;
  readonly t: Texts;
}

interface Provided extends TextsInUse {
  /** Undefined until they have come. */
  readonly explanations: Explanations | undefined;
}

const Context = createContext<Provided>({ locale: 'en', t: en, explanations: undefined });

/** The page's words in the chosen language. */
export const useTexts = (): Texts => use(Context).t;
export const useLocale = (): Locale => use(Context).locale;
/** The long texts: what every step and state means. */
export const useExplanations = (): Explanations | undefined => use(Context).explanations;

/** English comes with the page; other languages are fetched when chosen. */
export function loadTexts(locale: Locale): Promise<Texts> {
  switch (locale) {
    case 'en': return Promise.resolve(en);
    case 'zh': return import('../../i18n/zh').then((m) => m.zh);
  }
}

function loadExplanations(locale: Locale): Promise<Explanations> {
  switch (locale) {
    case 'en': return import('../../i18n/explain/en').then((m) => m.en);
    case 'zh': return import('../../i18n/explain/zh').then((m) => m.zh);
  }
}

/** Shows the former language until the chosen one has come. */
export function TextsProvider({ locale, first, children }: { readonly locale: Locale; readonly first: TextsInUse; readonly children: ReactNode }) {
  const [inUse, setInUse] = useState<Provided>({ ...first, explanations: undefined });
  useEffect(() => {
    let wanted = true;
    void Promise.all([loadTexts(locale), loadExplanations(locale)]).then(([t, explanations]) => {
      if (wanted) setInUse({ locale, t, explanations });
    });
    return () => {
      wanted = false;
    };
  }, [locale]);
  useEffect(() => {
    document.documentElement.lang = LOCALE_NAMES[inUse.locale].tag;
  }, [inUse.locale]);
  return <Context value={inUse}>{children}</Context>;
}
