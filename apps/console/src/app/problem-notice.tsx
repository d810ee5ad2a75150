import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { useIsOfEndedSession } from './session.tsx';

/** Why a request failed. */
export function ProblemNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation();
  if (useIsOfEndedSession(error)) return null;
  return (
    <Notice kind="error" {...(onRetry !== undefined && { action: { label: t('app.tryAgain'), onPress: onRetry } })}>
      {error.message}
    </Notice>
  );
}
