import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export function PeoplePage() {
  const { t } = useTranslation();
  return (
    <Page title={t('people.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
