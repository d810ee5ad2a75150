import { readSessionCookie } from '@callside/auth';
import { logFields, originOf, ServiceError } from '@callside/service-kit';
import { parse } from 'cookie';
import { type CookieOptions, type Request, type Response, Router } from 'express';
import { type Brand, requestBrand } from '../brands/index.ts';
import { pageLanguages, pageTexts } from './page-texts.ts';
import { returnPath } from './rules/return-path.ts';
import { setSessionCookie } from './session-cookie.ts';
import type { SessionStore } from './sessions.store.ts';
import {
  attemptLifeSeconds,
  type CompletedSignIn,
  type SignInWithProvider,
  type Unavailable,
} from './sign-in-with-provider.ts';
import { sendTextPage, textPageStyle, textPageStylePath } from './text-page.ts';

export interface SignInPagesDependencies {
  signInWithProvider: Pick<SignInWithProvider, 'begin' | 'complete'>;
  sessions: Pick<SessionStore, 'end'>;
  /** Throws `too_many_requests` for an address above the limit. */
  countSignIn: (request: Request) => Promise<void>;
  /** The scheme of the service's address as the browser knows it. */
  schemeOf: (request: Request) => 'http' | 'https';
  /** Whether the browser uses HTTPS, as far as the service knows. */
  isHttps: (request: Request) => boolean;
}

/** One cookie for each sign-in, because a browser may begin several. */
const attemptCookie = (state: string) => `${attemptPrefix}${state.slice(0, 16)}`;
const attemptPrefix = 'callside_sign_in_';
/** More of them would make the headers of a request too large. The browser sends the oldest first. */
const mostAttempts = 5;
const statePattern = /^[\w-]{16,128}$/;

/** Sign-in at the identity provider of the host's brand. After brandOfHost. */
export function createSignInPagesRoutes({
  signInWithProvider,
  sessions,
  countSignIn,
  schemeOf,
  isHttps,
}: SignInPagesDependencies): Router {
  const router = Router();
  const attributes = (scheme: 'http' | 'https'): CookieOptions => ({
    httpOnly: true,
    sameSite: 'lax',
    secure: scheme === 'https',
    path: '/sign-in',
  });

  router.get(['/sign-in', '/sign-in/callback'], async (request, response, next) => {
    try {
      await countSignIn(request);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'too_many_requests') throw error;
      return sendTooMany(request, response, error.retryAfterSeconds);
    }
    next();
  });

  router.get('/sign-in', async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const returnTo = returnPath(request.query.return_to);
    const scheme = schemeOf(request);
    const origin = originOf(scheme, request.host);
    if (origin === null)
      throw new ServiceError({ code: 'bad_request', message: 'The Host of the request is invalid.' });
    const redirectUri = `${origin}/sign-in/callback`;
    const begun = await signInWithProvider.begin(requestBrand.of(request).id, { redirectUri, returnTo });
    if (begun.kind === 'no provider') return response.redirect(returnTo ?? '/');
    if (begun.kind === 'unavailable') return sendUnavailable(request, response, returnTo, begun);
    const { state, sealed, url } = begun;
    const attempts = Object.keys(parse(request.headers.cookie ?? '')).filter((name) => name.startsWith(attemptPrefix));
    for (const old of attempts.slice(0, Math.max(0, attempts.length - mostAttempts + 1))) {
      response.clearCookie(old, attributes(scheme));
    }
    response.cookie(attemptCookie(state), sealed, { ...attributes(scheme), maxAge: attemptLifeSeconds * 1_000 });
    response.redirect(url);
  });

  router.get('/sign-in/callback', async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const brand = requestBrand.of(request);
    const { state } = request.query;
    const name = typeof state === 'string' && statePattern.test(state) ? attemptCookie(state) : null;
    const sealed = name === null ? null : (parse(request.headers.cookie ?? '')[name] ?? null);
    // The answer of the provider can be used once, whatever its result is.
    if (name !== null) response.clearCookie(name, attributes(schemeOf(request)));
    const search = request.originalUrl.slice(request.originalUrl.indexOf('?'));
    const origin = request.ip ?? null;
    const completed = await signInWithProvider.complete(brand.id, { sealed, search, origin });
    logFields.of(request).sign_in = completed.kind;
    if (completed.kind !== 'signed in') return sendRefusal(request, response, brand, completed);
    const presented = readSessionCookie(request.headers.cookie, { isHttps: isHttps(request) });
    if (presented !== null) await sessions.end(presented, { origin, by: 'sign-in' });
    setSessionCookie(response, completed.token, { isHttps: completed.redirectUri.startsWith('https:') });
    response.redirect(completed.landing);
  });

  router.get(textPageStylePath, (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('css').send(textPageStyle);
  });
  return router;
}

type Refusal = Exclude<CompletedSignIn, { kind: 'signed in' }>;

function sendRefusal(request: Request, response: Response, brand: Brand, refusal: Refusal): void {
  const t = textsFor(request);
  if ('email' in refusal) {
    const link = { path: '/sign-in', text: t.otherAccount };
    sendTextPage(response, 403, { lang: t.lang, ...refusalText(t, refusal, brand), link });
  } else if (refusal.kind === 'unavailable') {
    sendUnavailable(request, response, refusal.returnTo, refusal);
  } else {
    sendTextPage(response, 400, {
      lang: t.lang,
      title: t.notCompleted,
      paragraphs: [refusal.kind === 'declined' ? t.declined : t.invalid],
      link: { path: signInPath(refusal.returnTo), text: t.again },
    });
  }
}

type Texts = ReturnType<typeof pageTexts>;

function refusalText(t: Texts, refusal: Extract<Refusal, { email: string | null }>, brand: Brand) {
  const organisation = brand.name;
  switch (refusal.kind) {
    case 'unverified':
      return {
        title: t.unverified,
        paragraphs: [
          refusal.email === null ? t.noAddress : t.notVerified(refusal.email),
          ...(refusal.missingClaim === null ? [] : [t.missing(refusal.missingClaim)]),
          t.askForVerification(organisation),
        ],
      };
    case 'other account':
    case 'owner not bound':
      return {
        title: t.notBound,
        paragraphs: [
          refusal.kind === 'other account' ? t.otherAccountBound(refusal.email) : t.ownerNotBound(refusal.email),
          t.askForBinding(organisation, bindingCommand(brand, refusal)),
        ],
      };
    case 'deactivated':
      return { title: t.ended, paragraphs: [t.deactivated(refusal.email), t.askForReturn(organisation)] };
    case 'unknown':
      return {
        title: t.noAccess,
        paragraphs: [t.unknown(refusal.email, organisation), t.askForInvitation(refusal.email, organisation)],
      };
  }
}

function bindingCommand({ slug }: Brand, { email, subject }: { email: string; subject: string }): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return `callside user bind --brand ${slug} --email ${quoted(email)} --subject ${quoted(subject)}`;
}

function sendUnavailable(request: Request, response: Response, returnTo: string | null, why: Unavailable): void {
  const t = textsFor(request);
  response.set('Retry-After', '5');
  sendTextPage(response, 503, {
    lang: t.lang,
    title: t.notPossible,
    paragraphs: [
      why.detail === '' ? t.unavailable[why.part] : `${t.unavailable[why.part]} (${why.detail})`,
      t.callsContinue,
      t.tryLater,
    ],
    link: { path: signInPath(returnTo), text: t.tryAgain },
  });
}

function sendTooMany(request: Request, response: Response, retryAfterSeconds = 1): void {
  const t = textsFor(request);
  response.set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) });
  sendTextPage(response, 429, {
    lang: t.lang,
    title: t.notPossible,
    paragraphs: [t.tooMany(retryAfterSeconds)],
    link: { path: signInPath(returnPath(request.query.return_to)), text: t.tryAgain },
  });
}

function textsFor(request: Request): Texts {
  return pageTexts(request.acceptsLanguages(pageLanguages));
}

function signInPath(returnTo: string | null): string {
  return returnTo === null ? '/sign-in' : `/sign-in?return_to=${encodeURIComponent(returnTo)}`;
}
