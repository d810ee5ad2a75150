import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export function AgentsPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('agents.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
