import { type SignInJourney, signInCaseSchema, signInCases } from '../arbitraries/sign-ins.ts';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { exchange, type HttpAnswer } from '../http-exchange.ts';
import { requireDocumented, requireShape } from '../http-oracle.ts';
import { type HttpSample, requestBytes } from '../http-sample.ts';
import { visitProvider } from '../provider-visit.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const statuses = [200, 204, 302, 304, 400, 401, 403, 404, 405, 413, 417, 422, 431];

/** Sign-in of browsers: with and without an identity provider, the callback, the pages of owners, and sign-out. */
export function signInTarget({ callEvents, brand, host, ownerEmail, tokens, identity }: SystemUnderTest): FuzzTarget {
  const ask = async (sample: HttpSample): Promise<HttpAnswer> => {
    const answer = await exchange(callEvents.port, requestBytes(sample));
    if (answer === null) throw new Error('the connection ended without an answer');
    return answer;
  };
  const check = async (sample: HttpSample) => {
    const answer = await ask(sample);
    requireDocumented(answer, statuses);
    const { 1: ownHost = host } = sample.headers.find(([name]) => name === 'Host') ?? [];
    requireOwnOrigin(answer, { origin: `http://${ownHost}`, issuer: identity.issuer });
    if (sample.method !== 'HEAD') requireText(answer);
  };

  const travel = async ({ start, person, callback, cookie }: SignInJourney) => {
    const begun = await ask(getting(host, `/sign-in${start}`, ''));
    const location = begun.headers.get('location');
    const attempt = begun.headers.get('set-cookie')?.split(';')[0];
    // A start that is refused is a case of its own.
    if (location === undefined || attempt === undefined) return;
    const answer = person === null ? '' : await visitProvider(location, person);
    const state = new URL(location).searchParams.get('state') ?? '';
    const query = callback.replaceAll('$answer', answer).replaceAll('$state', state);
    await check(getting(host, `/sign-in/callback${query}`, cookie.replace('$attempt', attempt)));
  };

  return defineTarget({
    name: 'sign-in',
    schema: signInCaseSchema,
    cases: signInCases({
      brand,
      hosts: [host, identity.hostWithout],
      people: [ownerEmail, identity.stranger],
      apiToken: tokens.api,
    }),
    check: async (sample) => ('request' in sample ? check(sample.request) : travel(sample.journey)),
  });
}

function getting(host: string, target: string, cookie: string): HttpSample {
  return {
    method: 'GET',
    target,
    headers: [
      ['Host', host],
      ['Cookie', cookie],
    ],
    body: '',
  };
}

/** A redirect leads to the same origin, or to the provider with the callback of the same origin. So do the links of a page. */
function requireOwnOrigin(
  { status, headers, text }: HttpAnswer,
  { origin, issuer }: { origin: string; issuer: string },
): void {
  const location = headers.get('location');
  if (location !== undefined) {
    const url = new URL(location, `${origin}/`);
    const isProvider = url.origin === issuer && url.searchParams.get('redirect_uri') === `${origin}/sign-in/callback`;
    if (url.origin !== origin && !isProvider) throw new Error(`a ${status} leads to ${location}`);
  }
  if (!isPage(headers)) return;
  for (const [, path = ''] of text.matchAll(/ href="([^"]*)"/g)) {
    const url = new URL(path.replaceAll('&amp;', '&'), `${origin}/`);
    const returnTo = new URL(url.searchParams.get('return_to') ?? '/', `${origin}/`);
    if (url.origin !== origin || returnTo.origin !== origin) throw new Error(`a page links to ${path}`);
  }
}

/** Pages are for people; everything else is an answer for programs. Neither contains a stack trace or markup of the request. */
function requireText(answer: HttpAnswer): void {
  const { headers, text } = answer;
  if (text.includes('<fuzz') || /\n\s+at .*:\d+/.test(text))
    throw new Error(`the page contains ${text.slice(0, 1_000)}`);
  if (!isPage(headers)) requireShape(answer);
  else if (!headers.has('x-request-id')) throw new Error('a page came without X-Request-Id');
}

function isPage(headers: HttpAnswer['headers']): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false;
}
