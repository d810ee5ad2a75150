import { callEventNames } from '@callside/schemas';
import fc from 'fast-check';
import type { HttpSample } from '../http-sample.ts';

// Values that HTTP itself allows in a header; the target `raw-http` sends others.
export const headerValue = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e\xa1-\xff]([\x20-\x7e\xa1-\xff]{0,60}[\x21-\x7e\xa1-\xff])?$/),
  fc.constantFrom(
    '',
    '*',
    'identity',
    'gzip',
    'x-gzip, br',
    'deflate',
    'utf-8',
    'text/html; charset=utf-16',
    'bytes=0-1',
    'W/"x"',
    '127.0.0.1',
    'for=x',
    'null',
  ),
  fc.integer({ min: 1, max: 15_000 }).map((length) => 'x'.repeat(length)),
);

const headerName = fc.oneof(
  fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'Authorization',
    'Content-Encoding',
    'Content-Type',
    'Cookie',
    'Expect',
    'Forwarded',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
    'Origin',
    'Range',
    'Upgrade',
    'X-API-Key',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-HTTP-Method-Override',
    'X-Request-Id',
  ),
  fc.stringMatching(/^x-[a-z0-9-]{1,20}$/),
);

type Headers = HttpSample['headers'];

/** Headers in addition to the required ones. Some occur twice, and some requests have very many. */
export const otherHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.tuple(headerName, headerValue), { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 2_500 })
      .map((count) => Array.from({ length: count }, (_, at): [string, string] => [`x-${at}`, '1'])),
  },
);

export function withHeaders(...fixed: Headers): fc.Arbitrary<Headers> {
  return fc.constant(fixed);
}

/** The host's own name in forms that are accepted, and names that are not. */
export function hostValues(host: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(host, `${host}:80`, `${host}.`, `${host.toUpperCase()}:1`) },
    { weight: 1, arbitrary: headerValue },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '.',
        ':',
        '[::1]',
        '[',
        `${host}..`,
        `${host}:99999`,
        `.${host}`,
        `${host},${host}`,
        `x@${host}`,
      ),
    },
  );
}

export function keyValues(key: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(key) },
    { weight: 2, arbitrary: headerValue },
    { weight: 2, arbitrary: fc.constantFrom('', key.slice(0, -1), `${key}0`, key.toUpperCase(), `${key}, ${key}`) },
    { weight: 1, arbitrary: fc.stringMatching(/^cs_live_[0-9a-f]{40}$/) },
  );
}

export const methods = fc.constantFrom(
  'POST',
  'GET',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PURGE',
  'TRACE',
  'QUERY',
);

export const eventPaths = fc.constantFrom(...callEventNames).map((name) => `/call-events/${name}`);

/** Paths that begin with a served path. */
export function pathsBelow(prefix: string): fc.Arbitrary<string> {
  return fc.stringMatching(/^[!-~]{0,40}$/).map((rest) => prefix + rest);
}
