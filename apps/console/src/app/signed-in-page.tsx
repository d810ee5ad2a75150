import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tellOtherPages } from './session-news.ts';
import './sign-in.css';

/** The end of a sign-in in a window of its own: tells the page that opened it, and closes. */
export function SignedInPage() {
  const { t } = useTranslation();
  useEffect(() => {
    tellOtherPages('signed in');
    // Browsers close only windows that a page has opened.
    window.close();
  }, []);
  return (
    <main className="sign-in">
      <h1>{t('signIn.done')}</h1>
      <p>{t('signIn.closeWindow')}</p>
    </main>
  );
}
