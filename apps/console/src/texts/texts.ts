import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore } from '../app/page-storage.ts';
import english from './en.json';
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

/** Resolves when the texts of the user's language are loaded. English is part of the page and stands in for a missing text. */
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
  await showIn(language);
}

async function showIn(wanted: Language): Promise<void> {
  // A page in English is better than no page.
  const language = await addTexts(wanted).then(
    () => wanted,
    () => 'en' as const,
  );
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Each is loaded when it is wanted first. */
const others = {
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
};

async function addTexts(language: Language): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', (await others[language]()).default);
}

function preferredLanguage(): Language {
  const wanted = [localStore.getItem(storageKey), ...navigator.languages];
  for (const tag of wanted) {
    const found = languages.find(({ value }) => value === tag?.split('-')[0]);
    if (found !== undefined) return found.value;
  }
  return 'en';
}
