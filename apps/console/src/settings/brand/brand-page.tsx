import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export function BrandPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('brand.title')}>
      <p className="muted">{t('app.loading')}</p>
    </Page>
  );
}
