import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export function RecommenderPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('recommender.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
