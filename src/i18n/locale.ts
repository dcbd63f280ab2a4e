/** The languages of the page. */
export const LOCALES = ['en', 'zh'] as const;
export type Locale = (typeof LOCALES)[number];

/** What each calls itself, and its tag for the browser. */
export const LOCALE_NAMES: Readonly<Record<Locale, { readonly name: string; readonly short: string; readonly tag: string }>> = {
  en: { name: 'English', short: 'EN', tag: 'en' },
  zh: { name: '简体中文', short: '中文', tag: 'zh-Hans' },
};
