import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languages } from '../texts/texts.ts';

/** The browser's own control: a list box of the component library would add 35 kB to every page. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  return (
    <select
      className="language"
      aria-label={t('shell.language')}
      value={i18n.language}
      onChange={({ target }) => void chooseLanguage(target.value as Language)}
    >
      {languages.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
