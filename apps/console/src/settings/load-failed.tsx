import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';

/** Shown instead of a list that could not be read. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: onRetry }}>
      {error.message}
    </Notice>
  );
}
