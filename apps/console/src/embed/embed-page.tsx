import { type BrandOfHost, signedInSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandApi, isRefusal } from '../app/brand-api.ts';
import { fetchHere, queryKeyOfBrand, useBrandOfHost } from '../app/console-user.ts';
import { type Session, SessionContext, useDataOfOnePerson } from '../app/session.tsx';
import { Unanswered, untilAnswered } from '../app/unanswered.tsx';
import { DeskPage } from '../desk/desk-page.tsx';
import { Notice } from '../ui/notice.tsx';
import { FrameTokens } from './frame-tokens.ts';
import { ParentLink } from './parent-link.ts';
import './embed.css';

const lookEveryMs = 60_000;
const retryMs = 5_000;

/** The rep desk without the console, in a frame of a page of another system. The page around it signs the user in. */
export function EmbedPage() {
  const { t } = useTranslation();
  const brand = useBrandOfHost();
  if (window.parent === window) return <p className="page-note">{t('embed.notEmbedded')}</p>;
  if (brand.data === undefined) return <Unanswered read={brand} queryKey={queryKeyOfBrand} />;
  return (
    <FrameSession brand={brand.data}>
      <DeskPage />
    </FrameSession>
  );
}

/** Tokens and messages of this frame, while the component is mounted. */
function useParentLink(origins: readonly string[]) {
  const held = useRef<{ link: ParentLink; tokens: FrameTokens } | null>(null);
  if (held.current === null) {
    const link = new ParentLink({ parent: window.parent, origins });
    held.current = { link, tokens: new FrameTokens({ link, now: Date.now }) };
  }
  const { link, tokens } = held.current;
  useEffect(() => {
    const receive = (event: MessageEvent) => link.receive(event);
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, [link]);
  return { link, tokens };
}

function FrameSession({ brand, children }: { brand: BrandOfHost; children: ReactNode }) {
  const { t } = useTranslation();
  const { link, tokens } = useParentLink(brand.frame_origins);
  /** The token that the connection started with. The connection renews its token itself. */
  const [token, setToken] = useState<string | null>(null);

  useEffect(() => {
    void tokens.fresh().then(setToken);
    const timer = setInterval(() => void tokens.fresh(), lookEveryMs / 2);
    return () => {
      clearInterval(timer);
      link.stop();
    };
  }, [link, tokens]);

  const api = useMemo(
    () => new BrandApi({ fetch: fetchHere, brand: brand.slug, token: () => tokens.newest }),
    [brand.slug, tokens],
  );
  const me = useQuery({
    queryKey: ['me', 'frame', token],
    queryFn: () => api.get('desk/me', signedInSchema),
    enabled: token !== null,
    refetchInterval: lookEveryMs,
    placeholderData: (previous) => previous,
    ...untilAnswered,
  });
  const { refetch } = me;
  const lookAgain = useCallback(() => {
    // Shows that the session has ended, before the page around this one has a new token.
    void refetch();
    void tokens.replace().then(setToken);
  }, [refetch, tokens]);

  const hasEnded = isRefusal(me.error);
  // If the server of the page around this one no longer knows the user, its tokens are refused. The page is asked again after a pause.
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setInterval(lookAgain, retryMs);
    return () => clearInterval(timer);
  }, [hasEnded, lookAgain]);

  const embedding = useMemo(() => {
    let live: string | null = null;
    return {
      renewToken: () => tokens.fresh(),
      onCall: (reference: string | null) => {
        if (reference === live) return;
        if (live !== null) link.tell({ type: 'callside.call-ended', reference: live });
        if (reference !== null) link.tell({ type: 'callside.call-started', reference });
        live = reference;
      },
    };
  }, [link, tokens]);

  const { data: user, dataUpdatedAt } = me;
  // A page of another system may sign another person in without loading the frame again.
  useDataOfOnePerson(user?.id);
  const session = useMemo<Session | null>(
    () =>
      user === undefined || token === null
        ? null
        : {
            user,
            api,
            token,
            isExpired: hasEnded,
            confirmedAt: dataUpdatedAt,
            signInAgain: { at: 'parent' },
            lookAgain,
            signOut: async () => {},
            isSigningOut: false,
            signOutProblem: null,
            embedding,
          },
    [user, token, api, hasEnded, dataUpdatedAt, lookAgain, embedding],
  );
  return (
    <main id="main" aria-label={t('shell.desk')}>
      {hasEnded && (
        <div className="embed-problem">
          <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: lookAgain }}>
            {t('embed.failed')}
          </Notice>
        </div>
      )}
      {session === null ? (
        <p className="page-note" role="status">
          {t('embed.waiting')}
        </p>
      ) : (
        <SessionContext key={session.user.id} value={session}>
          {children}
        </SessionContext>
      )}
    </main>
  );
}
