import { type SignedIn, signedInSchema } from '@callside/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { BrandApi, isRefusal } from './brand-api.ts';
import { fetchHere, queryKeyOfUser, readUser } from './console-user.ts';
import { tellOtherPages } from './session-news.ts';
import { audienceOf, forgetToken, keepToken } from './session-token.ts';
import { place, type SignInState } from './sign-in-state.ts';

/** Signs in with a token that the user entered. Resolves to who has a session now; null: nobody has a new one. `refetch` reads the user again. */
export function useSignInWithToken(
  { setToken, setRefused, setSignedOut }: SignInState,
  brand: string,
  refetch: () => Promise<unknown>,
): (entered: string) => Promise<SignedIn | null> {
  const queries = useQueryClient();
  return useCallback(
    async (entered) => {
      setRefused(false);
      const isForDesk = location.pathname === '/' && audienceOf(entered) === 'tab';
      let user: SignedIn | null = null;
      const bearer = new BrandApi({ fetch: fetchHere, brand, token: entered });
      try {
        // The user is read before the token is used, so that a page that shows a call does not change.
        if (isForDesk) {
          queries.setQueryData(queryKeyOfUser(entered), await readUser(bearer, entered));
          keepToken(place, entered);
          setToken(entered);
        } else {
          user = await bearer.post('sign-in', {}, signedInSchema);
          queries.setQueryData(queryKeyOfUser(null), user);
          forgetToken(place);
          setToken(null);
          tellOtherPages('signed in');
          void refetch();
        }
        setSignedOut(null);
        return user;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        setRefused(true);
        return null;
      }
    },
    [brand, queries, refetch, setToken, setRefused, setSignedOut],
  );
}
