import fc from 'fast-check';
import { z } from 'zod';
import { httpSampleSchema, httpSamples } from '../http-sample.ts';
import { headerValue, methods } from './headers.ts';
import { queries } from './queries.ts';
import { oddText } from './texts.ts';

/** A sign-in from its start to the answer of the provider. In the texts `$answer` and `$state` stand for those of the provider. */
const journeySchema = z.object({
  /** Query of /sign-in. */
  start: z.string(),
  /** Who signs in at the provider; null: nobody does, and `$answer` is empty. */
  person: z.string().nullable(),
  /** Query of the callback. */
  callback: z.string(),
  /** `$attempt` stands for the cookie that the start has set. */
  cookie: z.string(),
});
export type SignInJourney = z.infer<typeof journeySchema>;

export const signInCaseSchema = z.union([
  z.object({ request: httpSampleSchema }),
  z.object({ journey: journeySchema }),
]);
export type SignInCase = z.infer<typeof signInCaseSchema>;

interface SignInFacts {
  brand: string;
  /** The first has an identity provider. */
  hosts: readonly string[];
  people: readonly string[];
  apiToken: string;
}

/** Paths that browsers take for another origin, and texts that are similar to such. */
const returnPaths = fc.oneof(
  fc.constantFrom('/', '/events', '/results?from=1#top', '//evil.example', '/\\evil.example', 'https://evil.example/'),
  fc.constantFrom(
    '/..//evil.example',
    '/.//evil.example/',
    '/%2f/evil.example',
    '/\t/evil.example',
    '/%5cevil.example',
  ),
  fc.constantFrom(
    'javascript:alert(1)',
    '@evil.example',
    '\\\\evil.example',
    'http:evil.example',
    '/"><fuzz>',
    "/'<fuzz",
  ),
  fc.string({
    unit: fc.constantFrom(
      '/',
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%2e',
      '%5c',
      '@',
      ':',
      '\t',
      '?',
      '#',
      ';',
      'evil.example',
    ),
  }),
  fc.stringMatching(/^\/[!-~]{0,40}$/),
  oddText.map((text) => text.slice(0, 1_000)),
);

function queryOf(pairs: readonly (readonly [string, string])[]): string {
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))}`;
}

const starts = fc.oneof(
  { weight: 6, arbitrary: returnPaths.map((path) => queryOf([['return_to', path]])) },
  {
    weight: 1,
    arbitrary: fc.tuple(returnPaths, returnPaths).map((both) => queryOf(both.map((path) => ['return_to', path]))),
  },
  { weight: 1, arbitrary: returnPaths.map((path) => queryOf([['return_to[]', path]])) },
  { weight: 1, arbitrary: queries },
  { weight: 1, arbitrary: fc.constant('') },
);

const answerNames = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'id_token',
  'response',
  'session_state',
  'x',
];
const errors = ['access_denied', 'login_required', 'invalid_request', 'unauthorized_client'];
const answerPairs = fc.tuple(
  fc.constantFrom(...answerNames),
  fc.oneof(
    fc.constantFrom(...errors, 'http://127.0.0.1', ''),
    oddText.map((text) => text.slice(0, 1_000)),
  ),
);

/** A member that is made of random texts may not name the placeholders: `$` is encoded. */
const callbacks = fc.oneof(
  { weight: 4, arbitrary: fc.constant('?$answer') },
  { weight: 2, arbitrary: answerPairs.map((pair) => `?$answer&${queryOf([pair]).slice(1)}`) },
  {
    weight: 4,
    arbitrary: fc.array(answerPairs, { maxLength: 4 }).map((pairs) => `?state=$state&${queryOf(pairs).slice(1)}`),
  },
  { weight: 1, arbitrary: queries },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '?', '?state=$state', '?state=$state&state=$state', '?code=%ff&state=$state'),
  },
);

const cookieText = fc.oneof(
  headerValue.map((text) => text.replaceAll('$', '')),
  fc.stringMatching(/^[a-z_=;, %"]{0,60}$/),
  fc
    .integer({ min: 1, max: 60 })
    .map((count) => Array.from({ length: count }, (_, at) => `callside_sign_in_${at}=x`).join('; ')),
  fc
    .tuple(
      fc.constantFrom('callside_session', '__Host-callside_session', '__proto__'),
      fc.stringMatching(/^[\w%-]{0,80}$/),
    )
    .map(([name, value]) => `${name}=${value}`),
);

const cookies = fc.oneof(
  { weight: 6, arbitrary: fc.constant('$attempt') },
  { weight: 2, arbitrary: cookieText.map((text) => `$attempt; ${text}`) },
  { weight: 1, arbitrary: cookieText.map((text) => `${text}; $attempt`) },
  { weight: 1, arbitrary: cookieText },
);

const pages = fc.constantFrom(
  '/events',
  '/results',
  '/settings/people',
  '/settings/api-keys/',
  '/',
  '/signed-in',
  '/embed',
);

export function signInCases({ brand, hosts, people, apiToken }: SignInFacts): fc.Arbitrary<SignInCase> {
  const targets = fc.oneof(
    { weight: 4, arbitrary: starts.map((query) => `/sign-in${query}`) },
    { weight: 3, arbitrary: callbacks.map((query) => `/sign-in/callback${query.replaceAll('$', '')}`) },
    { weight: 2, arbitrary: fc.tuple(pages, starts).map(([page, query]) => page + query) },
    { weight: 3, arbitrary: fc.constantFrom(`/${brand}/sign-in`, `/${brand}/sign-out`, `/${brand}/me`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/x/sign-in', '//sign-in', '/sign-in/', '/sign-in//evil.example', '/sign-in/x'),
    },
  );
  const optional = (name: string, values: fc.Arbitrary<string>) =>
    fc.option(values.map((value): [string, string] => [name, value]));
  const headers = fc
    .tuple(
      fc.constantFrom(...hosts).map((host): [string, string] => ['Host', host]),
      optional('Cookie', cookieText),
      optional('Authorization', fc.oneof(fc.constant(`Bearer ${apiToken}`), headerValue)),
      optional('Origin', fc.constantFrom(`http://${hosts[0]}`, 'https://evil.example', 'null', '')),
      optional('Sec-Fetch-Site', fc.constantFrom('same-origin', 'cross-site', 'none', 'x')),
      optional('Accept-Language', fc.oneof(fc.constantFrom('de', 'en;q=0.1, de', '*;q=x'), headerValue)),
      optional('X-Forwarded-Host', fc.constant('evil.example')),
      optional('Content-Type', fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'x')),
    )
    .map((all) => all.filter((header) => header !== null));
  const request = httpSamples({
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('GET', 'POST') }, { weight: 1, arbitrary: methods }),
    target: targets,
    headers,
    body: fc.oneof(starts, fc.json()).map((text) => Buffer.from(text)),
  });
  const journey = fc.record({
    start: starts,
    person: fc.option(fc.constantFrom(...people), { freq: 2 }),
    callback: callbacks,
    cookie: cookies,
  });
  return fc.oneof(
    { weight: 3, arbitrary: request.map((request): SignInCase => ({ request })) },
    { weight: 2, arbitrary: journey.map((journey): SignInCase => ({ journey })) },
  );
}
