import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { useSession } from './session.tsx';

/** The session has ended: the page stays, and offers to sign in again in another window. */
export function SessionEnded() {
  const { t } = useTranslation();
  const { lookAgain } = useSession();
  return (
    <Notice kind="error" action={{ label: t('signIn.again'), onPress: lookAgain }}>
      {t('signIn.ended')}
    </Notice>
  );
}
