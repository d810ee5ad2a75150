import {
  type BrandOfHost,
  type BrandSettings,
  brandOfHostSchema,
  type SignedIn,
  signedInSchema,
} from '@callside/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { askJson, BrandApi, BrandApiError, noAnswer } from './brand-api.ts';
import { audienceOf, forgetToken, keepToken, readToken, type SignInPlace } from './session-token.ts';
import { SignInPage } from './sign-in-page.tsx';

const consoleUserSchema = signedInSchema.required({ brand_settings: true });

export interface Session {
  user: SignedIn & { brand_settings: BrandSettings };
  api: BrandApi;
  /** A token of the audience `tab`; null: the session cookie. */
  token: string | null;
  /** The session has ended. The page keeps showing what it has, and offers to sign in again. */
  isExpired: boolean;
  /** To be called when the service refuses the session. */
  lookAgain: () => void;
  signOut: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Only below SessionGate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('There is no SessionGate.');
  return session;
}

const fetchHere = (path: string, init?: RequestInit) => fetch(path, init);
const place: SignInPlace = { storage: sessionStorage, location, history };

/** Each read renews the session cookie, and shows whether the session has ended. */
const lookEveryMs = 60_000;

/** Shows its children to a signed-in user, and the sign-in page to everybody else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const brand = useQuery({
    queryKey: ['brand'],
    queryFn: () => askJson(fetchHere, '/console/brand', brandOfHostSchema),
  });
  if (brand.isPending) return <p className="page-note">{t('app.loading')}</p>;
  if (brand.isError) return <Unreachable error={brand.error} onRetry={() => void brand.refetch()} />;
  return <BrandSession brand={brand.data}>{children}</BrandSession>;
}

function BrandSession({ brand, children }: { brand: BrandOfHost; children: ReactNode }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [token, setToken] = useState(() => readToken(place));
  const [isRefused, setRefused] = useState(false);
  const api = useMemo(() => new BrandApi({ fetch: fetchHere, brand: brand.slug, token }), [brand.slug, token]);
  const me = useQuery({
    queryKey: ['me', token],
    queryFn: () => api.get(token === null ? 'me' : 'desk/me', consoleUserSchema),
    refetchInterval: lookEveryMs,
  });
  const { refetch } = me;
  const lookAgain = useCallback(() => void refetch(), [refetch]);

  // Opening a link with a token in this tab changes the hash without loading the page.
  useEffect(() => {
    const take = () => setToken(readToken(place));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);

  const signOut = useCallback(async () => {
    if (token === null) await api.post('sign-out', {}, noAnswer);
    forgetToken(place);
    setToken(null);
    setRefused(false);
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'brand' && queryKey[0] !== 'me' });
    await queries.resetQueries({ queryKey: ['me'] });
  }, [api, queries, token]);

  const signInWithToken = async (entered: string) => {
    setRefused(false);
    const isForDesk = location.pathname === '/' && audienceOf(entered) === 'tab';
    if (isForDesk) {
      keepToken(place, entered);
      setToken(entered);
      return;
    }
    const bearer = new BrandApi({ fetch: fetchHere, brand: brand.slug, token: entered });
    try {
      await bearer.post('sign-in', {}, signedInSchema);
      lookAgain();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      setRefused(true);
    }
  };

  const hasEnded = isRefusal(me.error);
  const session = useMemo<Session | null>(
    () => (me.data === undefined ? null : { user: me.data, api, token, isExpired: hasEnded, lookAgain, signOut }),
    [me.data, api, token, hasEnded, lookAgain, signOut],
  );
  if (session !== null) return <SessionContext value={session}>{children}</SessionContext>;
  if (me.isPending) return <p className="page-note">{t('app.loading')}</p>;
  if (!hasEnded) return <Unreachable error={me.error} onRetry={lookAgain} />;
  return <SignInPage brand={brand} isRefused={isRefused || token !== null} onToken={signInWithToken} />;
}

function Unreachable({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <main className="page-note">
      <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: onRetry }}>
        {error?.message ?? t('app.unreachable')}
      </Notice>
    </main>
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof BrandApiError && (error.status === 401 || error.status === 403);
}
