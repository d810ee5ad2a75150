import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrandApi } from './brand-api.ts';
import { fetchHere, queryKeyOfUser, readUser } from './console-user.ts';
import { onSessionNews, tellOtherPages } from './session-news.ts';
import type { SignInState } from './sign-in-state.ts';

interface ThisPage {
  /** The segment of the path that names the brand. */
  brand: string;
  /** Whether the page has shown a user. */
  wasInUse: boolean;
  isTokenRefused: boolean;
  /** Reads the user again. */
  refetch: () => Promise<unknown>;
}

/** Tells the other pages of this browser of a sign-in here, and follows their sign-ins and sign-outs. */
export function useOtherPages(state: SignInState, { brand, wasInUse, isTokenRefused, refetch }: ThisPage): void {
  const { token, setToken, setSignedOut } = state;
  const queries = useQueryClient();

  // Also after a sign-in at the provider, which ends with a new page.
  const isSignedIn = token === null && wasInUse;
  useEffect(() => {
    if (isSignedIn) tellOtherPages('signed in');
  }, [isSignedIn]);

  // A page with its own token is not affected, unless that token was refused.
  useEffect(() => {
    const takeUpCookie = async () => {
      // The user is read before the token is dropped, so that a page that shows a call does not change.
      const withCookie = new BrandApi({ fetch: fetchHere, brand, token: null });
      queries.setQueryData(queryKeyOfUser(null), await readUser(withCookie, null));
      setToken(null);
    };
    return onSessionNews((news) => {
      if (isTokenRefused && news === 'signed in') void takeUpCookie().catch(() => undefined);
      if (token !== null) return;
      if (news === 'signed in') void refetch();
      setSignedOut((before) => {
        if (news === 'signed in') return null;
        return before ?? { where: 'elsewhere', at: Date.now() };
      });
    });
  }, [token, refetch, isTokenRefused, brand, queries, setToken, setSignedOut]);
}
