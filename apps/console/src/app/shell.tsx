import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { IsConnected } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { pagesOf } from './pages.ts';
import { useSession } from './session.tsx';
import { SessionEnded } from './session-ended.tsx';
import './shell.css';

/** The frame of all pages: navigation between those of the user's role, who is signed in, and the page. */
export function Shell() {
  const { t } = useTranslation();
  const { user, isExpired, signOut, isSigningOut, signOutProblem } = useSession();
  const pages = pagesOf(user.role);
  const isOnline = useIsOnline();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A screen reader continues at the new page, not at the link that opened it. The header stays in view.
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t('shell.skipToContent')}
      </a>
      <header className="top">
        <Wordmark />
        {pages.length > 1 && (
          <nav aria-label={t('shell.pages')}>
            {pages.map(({ path, name }) => (
              <Link key={path} to={path} aria-current={isIn(pathname, path) ? 'page' : undefined}>
                {t(`shell.${name}`)}
              </Link>
            ))}
          </nav>
        )}
        <div className="who">
          <p>
            <span className="for-screen-readers">{t('shell.signedInAs')} </span>
            {user.name}
          </p>
          <LanguageChoice />
          <Button aria-disabled={isSigningOut} onPress={() => void signOut()}>
            {t(isSigningOut ? 'shell.signingOut' : 'shell.signOut')}
          </Button>
        </div>
      </header>
      {signOutProblem !== null && !isExpired && (
        <div className="session-ended">
          <Notice kind="error">{t('shell.stillSignedIn', { reason: signOutProblem })}</Notice>
        </div>
      )}
      {isExpired && <SessionEnded />}
      <main id="main" ref={main} tabIndex={-1}>
        {pathname.startsWith('/settings') && user.role === 'owner' && (
          <nav className="tabs" aria-label={t('shell.settings')}>
            {settingsPages.map(({ path, name }) => (
              <NavLink key={path} to={path}>
                {t(`shell.${name}`)}
              </NavLink>
            ))}
          </nav>
        )}
        <IsConnected value={isOnline}>
          <Outlet />
        </IsConnected>
      </main>
    </div>
  );
}

const settingsPages = [
  { path: '/settings/api-keys', name: 'apiKeys' },
  { path: '/settings/people', name: 'people' },
  { path: '/settings/agents', name: 'agents' },
  { path: '/settings/integrations', name: 'integrations' },
  { path: '/settings/endpoints', name: 'endpoints' },
  { path: '/settings/customers', name: 'customers' },
  { path: '/settings/brand', name: 'brand' },
  { path: '/settings/words', name: 'words' },
  { path: '/settings/audit', name: 'audit' },
] as const;

/** As the browser knows it: pages of owners have no connection of their own. */
function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
}

/** All settings pages belong to one entry of the navigation. */
function isIn(pathname: string, path: string): boolean {
  if (path.startsWith('/settings')) return pathname.startsWith('/settings');
  return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
}
