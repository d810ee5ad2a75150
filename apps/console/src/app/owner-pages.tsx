import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { IsConnected } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useSession } from './session.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

/** The pages of owners. The service refuses all other users; this component only shows it before a request fails. */
export function OwnerPages() {
  const { t } = useTranslation();
  const { user } = useSession();
  const isConnected = useContext(IsConnected);
  if (user.role === 'owner') {
    return (
      <>
        {!isConnected && <Notice kind="caution">{t('app.offline')}</Notice>}
        <Outlet />
        <UnsavedChanges />
      </>
    );
  }
  return (
    <Page title={t('app.forOwners')}>
      <Notice kind="caution">{t('app.ownersOnly')}</Notice>
      <p>
        <Link to="/">{t('app.toCalls')}</Link>
      </p>
    </Page>
  );
}
