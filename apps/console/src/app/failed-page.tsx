import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';

/** Shown instead of a page that could not be loaded or rendered. */
export function FailedPage() {
  const { t } = useTranslation();
  return (
    <main className="page-note">
      <Notice kind="error" action={{ label: t('app.reload'), onPress: () => location.reload() }}>
        {t('app.failed')}
      </Notice>
    </main>
  );
}
