import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '../app/page-storage.ts';
import english from './en.json?first';
import { interpolation } from './isolated.ts';

/** A language has one file of texts with the same keys as `en.json`. Each is named in its own language. */
export const languages = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
] as const;
export type Language = (typeof languages)[number]['value'];

const storageKey = 'callside.language';

/** Resolves when the texts of the desk are loaded in the user's language. English is part of the page and stands in for a missing text. */
export async function loadTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    interpolation,
  });
  await showIn(preferredLanguage());
}

/** Also for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStore.setItem(storageKey, language);
  choice = showIn(language);
  await choice;
}

/** For the pages of owners. Resolves when all texts of the language are there; rejects if they cannot be loaded. */
export async function loadAllTexts(): Promise<void> {
  needsAll = true;
  await choice.catch(() => {});
  await addTexts(i18next.language as Language);
}

let needsAll = false;
let choice = Promise.resolve();

async function showIn(wanted: Language): Promise<void> {
  // A page in English is better than no page.
  const language = await addTexts(wanted).then(
    () => wanted,
    async () => {
      await addTexts('en');
      return 'en' as const;
    },
  );
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

const first = {
  de: () => import('./de.json?first'),
  fr: () => import('./fr.json?first'),
  es: () => import('./es.json?first'),
};
const rest = {
  en: () => import('./en.json?rest'),
  de: () => import('./de.json?rest'),
  fr: () => import('./fr.json?rest'),
  es: () => import('./es.json?rest'),
};

/** A browser reads each file once. */
async function addTexts(language: Language): Promise<void> {
  const files = [...(language === 'en' ? [] : [first[language]()]), ...(needsAll ? [rest[language]()] : [])];
  for (const { default: texts } of await Promise.all(files)) i18next.addResourceBundle(language, 'translation', texts);
}

function preferredLanguage(): Language {
  const wanted = [localStore.getItem(storageKey), ...navigator.languages];
  for (const tag of wanted) {
    const found = languages.find(({ value }) => value === tag?.split('-')[0]);
    if (found !== undefined) return found.value;
  }
  return 'en';
}
