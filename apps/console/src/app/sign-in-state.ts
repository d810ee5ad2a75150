import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { pageStorage } from './page-storage.ts';
import { forgetToken, readToken, type SignInPlace } from './session-token.ts';

/**
 * The user has signed out. Known without a request, which the service would refuse. `leaving`: the service is being asked to end the
 * session, and the page stays, because it may fail.
 */
export type SignedOut = { where: 'leaving' } | { where: 'here' } | { where: 'elsewhere'; at: number };

/** How this page is signed in. */
export interface SignInState {
  /** A token of this tab; null: the session cookie. */
  token: string | null;
  setToken: (token: string | null) => void;
  /** The last token that the page had, or that the user entered, was refused. */
  isRefused: boolean;
  setRefused: (isRefused: boolean) => void;
  /** null: the user has not signed out. */
  signedOut: SignedOut | null;
  setSignedOut: Dispatch<SetStateAction<SignedOut | null>>;
}

export const place: SignInPlace = { storage: pageStorage(() => sessionStorage), location, history };

export function useSignInState(): SignInState {
  const [token, setToken] = useState(() => readToken(place));
  const [isRefused, setRefused] = useState(false);
  const [signedOut, setSignedOut] = useState<SignedOut | null>(null);
  return { token, setToken, isRefused, setRefused, signedOut, setSignedOut };
}

/**
 * A refused token is forgotten, so that it does not hide a session of the browser. A token that could not be checked is kept. A page
 * that was in use keeps what it shows.
 */
export function useForgetRefusedToken(
  { setToken, setRefused }: SignInState,
  { isTokenRefused, wasInUse }: { isTokenRefused: boolean; wasInUse: boolean },
): void {
  useEffect(() => {
    if (!isTokenRefused) return;
    forgetToken(place);
    if (wasInUse) return;
    setRefused(true);
    setToken(null);
  }, [isTokenRefused, wasInUse, setRefused, setToken]);
}

/** Opening a link with a token in this tab changes the hash without loading the page. */
export function useTokenOfOpenedLink({ setToken }: SignInState): void {
  useEffect(() => {
    const take = () => {
      const brought = readToken(place);
      if (brought !== null) setToken(brought);
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [setToken]);
}
