import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

export function EventsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('events.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
