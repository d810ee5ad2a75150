import type { SignedIn } from '@callside/schemas';
import { useCallback, useEffect, useState } from 'react';
import { refusedToken, SignIn } from '../sign-in.tsx';
import { ApiKeysPage } from './api-keys-page.tsx';
import { type BrandApi, BrandApiError } from './brand-api.ts';
import { SettingsFrame } from './settings-frame.tsx';

type Standing =
  | { kind: 'looking' }
  | { kind: 'signed out'; problem: { text: string } | null }
  | { kind: 'signed in'; user: SignedIn }
  | { kind: 'failed'; problem: string };

const sessionEnded = {
  text: 'You have been signed out: the token has run out, or the account is not active any more.',
};

/** The settings of a brand, for its owners; without a session, the sign-in form. */
export function SettingsApp({ api }: { api: BrandApi }) {
  const [standing, setStanding] = useState<Standing>({ kind: 'looking' });

  const look = useCallback(() => {
    setStanding({ kind: 'looking' });
    api.me().then(
      (user) => setStanding({ kind: 'signed in', user }),
      (error: unknown) => setStanding(standingAfter(error, null)),
    );
  }, [api]);
  useEffect(look, [look]);
  useEffect(() => {
    document.title = 'API keys · Callside';
  }, []);

  const signIn = (token: string) => {
    api.signIn(token).then(
      (user) => setStanding({ kind: 'signed in', user }),
      (error: unknown) => setStanding(standingAfter(error, { ...refusedToken })),
    );
  };

  const signOut = () => {
    api.signOut().then(
      () => setStanding({ kind: 'signed out', problem: null }),
      (error: unknown) => setStanding(standingAfter(error, null)),
    );
  };

  const endSession = useCallback(() => setStanding({ kind: 'signed out', problem: sessionEnded }), []);

  switch (standing.kind) {
    case 'looking':
      return (
        <SettingsFrame>
          <p className="muted">Looking who is signed in…</p>
        </SettingsFrame>
      );
    case 'failed':
      return (
        <SettingsFrame>
          <p className="notice" data-kind="error" role="alert">
            {standing.problem}{' '}
            <button type="button" onClick={look}>
              Try again
            </button>
          </p>
        </SettingsFrame>
      );
    case 'signed out':
      return (
        <SignIn
          heading="Sign in to the settings"
          audience="api"
          problem={standing.problem}
          onToken={signIn}
          elsewhere={{ href: '/', text: 'Your calls' }}
        />
      );
    case 'signed in':
      return (
        <SettingsFrame user={standing.user} onSignOut={signOut}>
          {standing.user.role === 'owner' ? (
            <ApiKeysPage api={api} onSessionEnded={endSession} />
          ) : (
            <p className="notice" data-kind="stale">
              <strong>Only owners see the API keys.</strong> You are signed in as a rep. Ask an owner of your brand, or
              sign in with an owner’s token.
            </p>
          )}
        </SettingsFrame>
      );
  }
}

function standingAfter(error: unknown, refused: { text: string } | null): Standing {
  if (error instanceof BrandApiError && [401, 403].includes(error.status))
    return { kind: 'signed out', problem: refused };
  return { kind: 'failed', problem: error instanceof BrandApiError ? error.message : String(error) };
}
