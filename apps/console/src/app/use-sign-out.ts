import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { maySignOut, sendBeforeSignOut } from './before-sign-out.ts';
import { answerWithin, type BrandApi, noAnswer } from './brand-api.ts';
import { queryKeyOfBrand } from './console-user.ts';
import { tellOtherPages } from './session-news.ts';
import { forgetToken } from './session-token.ts';
import { place, type SignInState } from './sign-in-state.ts';

interface SignOut {
  signOut: () => Promise<void>;
  isSigningOut: boolean;
  /** Why the user could not be signed out; null: they did not try, or it worked. */
  signOutProblem: string | null;
}

/** `refetch` reads the user again. */
export function useSignOut(state: SignInState, api: BrandApi, refetch: () => Promise<unknown>): SignOut {
  const { token, setToken, setRefused, signedOut, setSignedOut } = state;
  const queries = useQueryClient();
  const [signOutProblem, setSignOutProblem] = useState<string | null>(null);
  const isSigningOut = signedOut?.where === 'leaving';

  const signOut = useCallback(async () => {
    if (isSigningOut || !(await maySignOut())) return;
    setSignedOut({ where: 'leaving' });
    setSignOutProblem(null);
    await sendBeforeSignOut();
    if (token === null) {
      // Sent before the session ends, so that no page makes a request that the service refuses.
      tellOtherPages('signed out');
      try {
        await api.post('sign-out', {}, noAnswer, answerWithin());
      } catch (error) {
        setSignedOut(null);
        setSignOutProblem(error instanceof Error ? error.message : String(error));
        tellOtherPages('signed in');
        void refetch();
        return;
      }
    }
    setSignedOut({ where: 'here' });
    forgetToken(place);
    setToken(null);
    setRefused(false);
  }, [api, isSigningOut, refetch, token, setToken, setRefused, setSignedOut]);

  // After the page has left: a part that is still shown would read its data again.
  const isGone = signedOut?.where === 'here';
  useEffect(() => {
    if (isGone) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeyOfBrand[0] });
  }, [isGone, queries]);

  return { signOut, isSigningOut, signOutProblem };
}
