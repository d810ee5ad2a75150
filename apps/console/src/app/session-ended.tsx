import { type MouseEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from './session.tsx';
import './session-ended.css';
import { TokenSignIn } from './token-sign-in.tsx';

/** The session has ended: the page stays, and offers to sign in again without leaving it. */
export function SessionEnded() {
  const { t } = useTranslation();
  const { signInAgain } = useSession();
  // After a new sign-in it leaves the page, often with the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
    },
    [],
  );
  const hasProvider = signInAgain.at === 'provider' || (signInAgain.at === 'page' && signInAgain.hasProvider);
  return (
    <section className="session-ended" aria-label={t('signIn.endedHeading')} tabIndex={-1}>
      <div className="notice" data-kind="error" role="alert">
        <div>{t('signIn.ended')}</div>
        {hasProvider && (
          <a className="button primary" href={signInPath} target="_blank" rel="noopener opener" onClick={openWindow}>
            {t('signIn.again')}
          </a>
        )}
      </div>
      {signInAgain.at === 'page' && (
        <details>
          <summary className={hasProvider ? 'button' : 'button primary'}>
            {hasProvider ? t('signIn.withToken') : t('signIn.again')}
          </summary>
          <TokenSignIn isRefused={signInAgain.isRefused} onToken={signInAgain.withToken} />
        </details>
      )}
    </section>
  );
}

const signInPath = `/sign-in?return_to=${encodeURIComponent('/signed-in')}`;

/** Opens the sign-in in a new window. If the browser blocks the window, the link opens a tab. */
function openWindow(event: MouseEvent): void {
  if (window.open(signInPath, 'callside-sign-in', 'popup,width=560,height=720') !== null) event.preventDefault();
}
