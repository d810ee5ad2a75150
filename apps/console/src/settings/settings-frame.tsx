import type { SignedIn } from '@callside/schemas';
import { type ReactNode, useEffect, useRef } from 'react';
import { Wordmark } from '../wordmark.tsx';
import './settings.css';

interface SettingsFrameProps {
  user?: SignedIn;
  onSignOut?: () => void;
  children: ReactNode;
}

/** The common frame of the settings pages. */
export function SettingsFrame({ user, onSignOut, children }: SettingsFrameProps) {
  const main = useRef<HTMLElement>(null);
  // The sign-in form, which had the focus, has been removed.
  useEffect(() => {
    if (user !== undefined) main.current?.focus();
  }, [user]);
  return (
    <div className="settings">
      <header className="top">
        <Wordmark />
        <a href="/">Your calls</a>
        {user !== undefined && (
          <>
            <p className="signed-in">
              <span className="for-screen-readers">Signed in as </span>
              {user.email}
            </p>
            <button type="button" onClick={onSignOut}>
              Sign out
            </button>
          </>
        )}
      </header>
      <main ref={main} tabIndex={-1}>
        <h1>API keys</h1>
        {children}
      </main>
    </div>
  );
}
