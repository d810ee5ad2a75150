import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { useSession } from './session.tsx';

/** The pages of owners. The service refuses everybody else; this only says it before a request fails. */
export function OwnerPages() {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user.role === 'owner') return <Outlet />;
  return <Notice kind="caution">{t('app.ownersOnly')}</Notice>;
}
