import type { UserRole } from '@callside/schemas';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { IsConnected } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { firstPageOf } from './pages.ts';
import { useSession } from './session.tsx';

/** The pages of some roles. The service refuses all other users; this component only shows it before a request fails. */
export function RolePages({ roles }: { roles: readonly UserRole[] }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const isConnected = useContext(IsConnected);
  if (roles.includes(user.role)) {
    return (
      <>
        {!isConnected && <Notice kind="caution">{t('app.offline')}</Notice>}
        <Outlet />
      </>
    );
  }
  const isOfOwners = roles.length === 1;
  return (
    <Page title={t(isOfOwners ? 'app.forOwners' : 'app.forOthers')}>
      <Notice kind="caution">{t(isOfOwners ? 'app.ownersOnly' : 'app.othersOnly')}</Notice>
      <p>
        <Link to={firstPageOf(user.role)}>{t(user.role === 'rep' ? 'app.toCalls' : 'app.toFirstPage')}</Link>
      </p>
    </Page>
  );
}
