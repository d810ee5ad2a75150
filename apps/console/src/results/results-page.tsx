import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export function ResultsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('results.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
