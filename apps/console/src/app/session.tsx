// Must be the first import: pages that load on demand share a chunk with this module, and the chunk runs before the entry.
import '../zod-settings.ts';
import {
  type BrandOfHost,
  type BrandSettings,
  brandOfHostSchema,
  type SignedIn,
  signedInSchema,
} from '@callside/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { maySignOut, sendBeforeSignOut } from './before-sign-out.ts';
import { answerWithin, askJson, BrandApi, BrandApiError, noAnswer } from './brand-api.ts';
import { pageStorage } from './page-storage.ts';
import { onSessionNews, tellOtherPages } from './session-news.ts';
import { audienceOf, forgetToken, keepToken, readToken, type SignInPlace } from './session-token.ts';
import { SignInPage } from './sign-in-page.tsx';
import { Unanswered, untilAnswered } from './unanswered.tsx';

export const consoleUserSchema = signedInSchema.required({ brand_settings: true });

export interface Session {
  user: SignedIn & { brand_settings: BrandSettings };
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
  | { at: 'page'; hasProvider: boolean; isRefused: boolean; withToken: (token: string) => Promise<void> };

export const SessionContext = createContext<Session | null>(null);

/** Only below SessionGate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionGate.');
  return session;
}

export const fetchHere = (path: string, init?: RequestInit) => fetch(path, init);
const place: SignInPlace = { storage: pageStorage(() => sessionStorage), location, history };

/**
 * The user has signed out. Known without a request, which the service would refuse. `leaving`: the service is being asked to end the
 * session, and the page stays, because it may fail.
 */
type SignedOut = { where: 'leaving' } | { where: 'here' } | { where: 'elsewhere'; at: number };

/** Each read renews the session cookie, and shows whether the session has ended. */
const lookEveryMs = 60_000;

/** Shows its children to a signed-in user, and the sign-in page to all others. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queryKey = ['brand'];
  const brand = useQuery({
    queryKey,
    queryFn: () => askJson(fetchHere, '/console/brand', brandOfHostSchema),
    ...untilAnswered,
  });
  if (brand.data === undefined) return <Unanswered read={brand} queryKey={queryKey} />;
  return <BrandSession brand={brand.data}>{children}</BrandSession>;
}

function BrandSession({ brand, children }: { brand: BrandOfHost; children: ReactNode }) {
  const queries = useQueryClient();
  const [token, setToken] = useState(() => readToken(place));
  const [isRefused, setRefused] = useState(false);
  const [signedOut, setSignedOut] = useState<SignedOut | null>(null);
  const [signOutProblem, setSignOutProblem] = useState<string | null>(null);
  const api = useMemo(() => new BrandApi({ fetch: fetchHere, brand: brand.slug, token }), [brand.slug, token]);
  const queryKey = ['me', token];
  const me = useQuery({
    queryKey,
    queryFn: () => api.get(mePath(token), consoleUserSchema),
    refetchInterval: lookEveryMs,
    // A desk in a hidden tab also needs a session.
    refetchIntervalInBackground: true,
    enabled: signedOut === null || signedOut.where === 'elsewhere',
    ...untilAnswered,
  });
  const { refetch, data: user, dataUpdatedAt: confirmedAt } = me;
  const isSigningOut = signedOut?.where === 'leaving';
  const isSignedOut = signedOut?.where === 'here' || (signedOut?.where === 'elsewhere' && confirmedAt <= signedOut.at);
  const lookAgain = useCallback(() => {
    if (!isSignedOut && !isSigningOut) void refetch();
  }, [refetch, isSignedOut, isSigningOut]);

  // A refused token is forgotten, so that it does not hide a session of the browser. A token that could not be checked is kept. A page
  // that was in use keeps what it shows.
  const isTokenRefused = token !== null && isRefusal(me.error);
  const wasInUse = user !== undefined;
  useEffect(() => {
    if (!isTokenRefused) return;
    forgetToken(place);
    if (wasInUse) return;
    setRefused(true);
    setToken(null);
  }, [isTokenRefused, wasInUse]);

  // Opening a link with a token in this tab changes the hash without loading the page.
  useEffect(() => {
    const take = () => {
      const brought = readToken(place);
      if (brought !== null) setToken(brought);
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);

  const takeUpCookie = useCallback(async () => {
    // The user is read before the token is dropped, so that a page that shows a call does not change.
    const bearer = new BrandApi({ fetch: fetchHere, brand: brand.slug, token: null });
    queries.setQueryData(['me', null], await bearer.get(mePath(null), consoleUserSchema));
    setToken(null);
  }, [brand.slug, queries]);

  // Also after a sign-in at the provider, which ends with a new page.
  const isSignedIn = token === null && wasInUse;
  useEffect(() => {
    if (isSignedIn) tellOtherPages('signed in');
  }, [isSignedIn]);

  // Another page of this browser has signed in or out. A page with its own token is not affected, unless that token was refused.
  useEffect(
    () =>
      onSessionNews((news) => {
        if (isTokenRefused && news === 'signed in') void takeUpCookie().catch(() => undefined);
        if (token !== null) return;
        if (news === 'signed in') void refetch();
        setSignedOut((before) => {
          if (news === 'signed in') return null;
          return before ?? { where: 'elsewhere', at: Date.now() };
        });
      }),
    [token, refetch, isTokenRefused, takeUpCookie],
  );

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
  }, [api, isSigningOut, refetch, token]);

  // After the page has left: a part that is still shown would read its data again.
  const isGone = signedOut?.where === 'here';
  useEffect(() => {
    if (isGone) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'brand' });
  }, [isGone, queries]);

  const signInWithToken = useCallback(
    async (entered: string) => {
      setRefused(false);
      const isForDesk = location.pathname === '/' && audienceOf(entered) === 'tab';
      const bearer = new BrandApi({ fetch: fetchHere, brand: brand.slug, token: entered });
      try {
        // The user is read before the token is used, so that a page that shows a call does not change.
        if (isForDesk) {
          queries.setQueryData(['me', entered], await bearer.get(mePath(entered), consoleUserSchema));
          keepToken(place, entered);
          setToken(entered);
        } else {
          queries.setQueryData(['me', null], await bearer.post('sign-in', {}, consoleUserSchema));
          forgetToken(place);
          setToken(null);
          tellOtherPages('signed in');
          void refetch();
        }
        setSignedOut(null);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        setRefused(true);
      }
    },
    [brand.slug, queries, refetch],
  );

  const hasEnded = isRefusal(me.error) || isSignedOut;
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
  if (!hasEnded) return <Unanswered read={me} queryKey={queryKey} />;
  return <SignInPage brand={brand} isRefused={isRefused} onToken={signInWithToken} />;
}

/** When another person has signed in, all data of the previous one is removed. */
export function useDataOfOnePerson(userId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(
    () => () => {
      if (userId !== undefined) {
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'brand' && queryKey[0] !== 'me' });
      }
    },
    [userId, queries],
  );
}

/** A token of the audience `tab` opens the desk only. */
function mePath(token: string | null): string {
  return token === null ? 'me' : 'desk/me';
}

export function isRefusal(error: unknown): boolean {
  return error instanceof BrandApiError && (error.status === 401 || error.status === 403);
}
