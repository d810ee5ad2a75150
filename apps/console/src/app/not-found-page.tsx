import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../ui/wordmark.tsx';
import './sign-in.css';

/** For an address that no page has. It needs no session. */
export function NotFoundPage() {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('app.notFoundTitle')} · Callside`;
  }, [t]);
  return (
    <main className="sign-in">
      <Wordmark />
      <h1>{t('app.notFoundTitle')}</h1>
      <p>{t('app.notFound')}</p>
      <p>
        <a className="button primary" href="/">
          {t('app.toCalls')}
        </a>
      </p>
    </main>
  );
}
