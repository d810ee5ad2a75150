// Must be the first import: pages that load on demand share a chunk with this module, and the chunk runs before the entry.
import '../zod-settings.ts';
import type { BrandOfHost, SignedIn } from '@callside/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { BrandApi, BrandApiError, isRefusal } from './brand-api.ts';
import { fetchHere, isOfPerson, queryKeyOfBrand, queryKeyOfUser, readUser, useBrandOfHost } from './console-user.ts';
import { firstPageOf } from './pages.ts';
import { SignInPage } from './sign-in-page.tsx';
import { useForgetRefusedToken, useSignInState, useTokenOfOpenedLink } from './sign-in-state.ts';
import { Unanswered, untilAnswered } from './unanswered.tsx';
import { useOtherPages } from './use-other-pages.ts';
import { useSignInWithToken } from './use-sign-in-with-token.ts';
import { useSignOut } from './use-sign-out.ts';

export interface Session {
  user: SignedIn;
  api: BrandApi;
  /** A token of the audience `tab`; null: the session cookie. */
  token: string | null;
  /** The session has ended. The page keeps showing what it has, and offers to sign in again. */
  isExpired: boolean;
  /** When the service confirmed the session last, in milliseconds since 1970. */
  confirmedAt: number;
  /** How the user can sign in again without leaving the page. */
  signInAgain: SignInAgain;
  /** To be called when the service refuses the session. */
  lookAgain: () => void;
  signOut: () => Promise<void>;
  isSigningOut: boolean;
  /** Why the user could not be signed out; null: they did not try, or it worked. */
  signOutProblem: string | null;
  /** Only in a frame of a page of another system. */
  embedding?: {
    /** The newest token of the user, from the page around the frame. */
    renewToken: () => Promise<string>;
    /** To be called with the live call; null: none. */
    onCall: (reference: string | null) => void;
  };
}

/** `parent`: the page around the frame signs the user in. */
type SignInAgain =
  | { at: 'provider' }
  | { at: 'parent' }
  | { at: 'page'; hasProvider: boolean; isRefused: boolean; withToken: (token: string) => Promise<unknown> };

export const SessionContext = createContext<Session | null>(null);

/** Only below SessionGate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionGate.');
  return session;
}

/** Whether the page itself says, or has said, why the request failed: its session has ended. */
export function useIsOfEndedSession(error: Error | null): boolean {
  const { isExpired } = useSession();
  const [told, setTold] = useState<Error | null>(null);
  if (isExpired && error !== told && error instanceof BrandApiError && error.status === 401) setTold(error);
  return error !== null && error === told;
}

/** Each read renews the session cookie, and shows whether the session has ended. */
const lookEveryMs = 60_000;

/** Shows its children to a signed-in user, and the sign-in page to all others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const brand = useBrandOfHost();
  if (brand.data === undefined) return <Unanswered read={brand} queryKey={queryKeyOfBrand} />;
  return <BrandSession brand={brand.data}>{children}</BrandSession>;
}

function BrandSession({ brand, children }: { brand: BrandOfHost; children: ReactNode }) {
  const state = useSignInState();
  const { token, isRefused, signedOut } = state;
  const api = useMemo(() => new BrandApi({ fetch: fetchHere, brand: brand.slug, token }), [brand.slug, token]);
  const me = useQuery({
    queryKey: queryKeyOfUser(token),
    queryFn: () => readUser(api, token),
    refetchInterval: lookEveryMs,
    // A desk in a hidden tab also needs a session.
    refetchIntervalInBackground: true,
    enabled: signedOut === null || signedOut.where === 'elsewhere',
    ...untilAnswered,
  });
  const { refetch, data: user, dataUpdatedAt: confirmedAt } = me;
  const wasInUse = user !== undefined;
  const isTokenRefused = token !== null && isRefusal(me.error);

  useForgetRefusedToken(state, { isTokenRefused, wasInUse });
  useTokenOfOpenedLink(state);
  useOtherPages(state, { brand: brand.slug, wasInUse, isTokenRefused, refetch });
  const { signOut, isSigningOut, signOutProblem } = useSignOut(state, api, refetch);
  const signInWithToken = useSignInWithToken(state, brand.slug, refetch);
  const navigate = useNavigate();
  const signInHere = async (entered: string) => {
    const signedIn = await signInWithToken(entered);
    if (signedIn != null && location.pathname === '/') await navigate(firstPageOf(signedIn.role), { replace: true });
  };

  const isSignedOut = signedOut?.where === 'here' || (signedOut?.where === 'elsewhere' && confirmedAt <= signedOut.at);
  const hasEnded = isRefusal(me.error) || isSignedOut;
  const lookAgain = useCallback(() => {
    if (!isSignedOut && !isSigningOut) void refetch();
  }, [refetch, isSignedOut, isSigningOut]);
  useReadingOfRefused(hasEnded);
  const session = useMemo<Session | null>(() => {
    if (user === undefined || signedOut?.where === 'here') return null;
    const signInAgain: SignInAgain =
      brand.sign_in === 'provider' && token === null
        ? { at: 'provider' }
        : { at: 'page', hasProvider: brand.sign_in === 'provider', isRefused, withToken: signInWithToken };
    return {
      user,
      api,
      token,
      isExpired: hasEnded,
      confirmedAt,
      signInAgain,
      lookAgain,
      signOut,
      isSigningOut,
      signOutProblem,
    };
  }, [
    user,
    signedOut,
    api,
    token,
    hasEnded,
    confirmedAt,
    brand.sign_in,
    isRefused,
    signInWithToken,
    lookAgain,
    signOut,
    isSigningOut,
    signOutProblem,
  ]);

  useDataOfOnePerson(user?.id);

  if (session !== null) {
    return (
      <SessionContext key={session.user.id} value={session}>
        {children}
      </SessionContext>
    );
  }
  if (!hasEnded) return <Unanswered read={me} queryKey={queryKeyOfUser(token)} />;
  return <SignInPage brand={brand} isRefused={isRefused} onToken={signInHere} />;
}

/** When another person has signed in, all data of the previous one is removed. */
export function useDataOfOnePerson(userId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(
    () => () => {
      if (userId !== undefined) queries.removeQueries({ predicate: isOfPerson });
    },
    [userId, queries],
  );
}

/** After an ended session, what was refused meanwhile is read again. */
function useReadingOfRefused(hasEnded: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!hasEnded) return;
    return () => void queries.invalidateQueries({ predicate: isOfPerson });
  }, [hasEnded, queries]);
}
