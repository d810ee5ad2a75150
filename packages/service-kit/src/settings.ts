import { isIP } from 'node:net';
import { z } from 'zod';
import { isConfidential } from './loopback.ts';
import { parseRedisAddress } from './redis-address.ts';

function urlOf(protocols: readonly string[], expectation: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expectation);
}

/** PostgreSQL, as a connection URL. */
export const databaseUrl = urlOf(['postgres:', 'postgresql:'], 'must be a postgres:// URL').meta({
  example: 'postgresql://callside:password@localhost:5432/callside',
});

/** Redis: one server, Sentinel or a cluster, in a form that `parseRedisAddress` takes. */
export const redisUrl = z
  .string()
  .refine(
    (text) => parseRedisAddress(text) !== null,
    'must be redis://HOST:PORT, redis+sentinel://HOST,HOST/MASTER or redis+cluster://HOST,HOST (rediss… with TLS)',
  )
  .meta({ example: 'redis://localhost:6379' });

const portText = 'must be a port number from 0 to 65535';

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, portText)
  .transform(Number)
  .pipe(z.int().max(65_535, portText));

/** A TCP port; 0 picks a free one. */
export function port(defaultPort: number) {
  return portNumber.default(defaultPort).meta({ example: String(defaultPort) });
}

/** The port of a separate listener for the metrics. */
const metricsPort = portNumber.optional().meta({ example: '9464' });

/** The collector that gets the spans, by OTLP over HTTP; `/v1/traces` is appended. Absent: no traces. */
const traceEndpoint = urlOf(['http:', 'https:'], 'must be an http:// or https:// URL').optional().meta({
  example: 'http://localhost:4318',
});

/** The bearer token that a reader of the metrics must send. */
const metricsToken = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must consist of visible ASCII characters, without spaces')
  .optional()
  .meta({ example: '<the output of: openssl rand -hex 32>' });

const secondsText = 'must be a number of seconds from 0.1 to 86400';

/** A duration in seconds; fractions are allowed. */
export function seconds(defaultSeconds: number) {
  return z
    .string()
    .regex(/^\d{1,5}(\.\d+)?$/, secondsText)
    .transform(Number)
    .pipe(z.number().min(0.1, secondsText).max(86_400, secondsText))
    .default(defaultSeconds)
    .meta({ example: String(defaultSeconds) });
}

const drainText = 'must be a number of seconds from 0 to 60';

/** How long a stopping process keeps serving while its health checks fail. */
const drainSeconds = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?$/, drainText)
  .transform(Number)
  .pipe(z.number().max(60, drainText))
  .default(0)
  .meta({ example: '5' });

const perMinuteText = 'must be a whole number up to 100000000; 0 is no limit';

/** A limit per minute; 0: no limit. */
export function perMinute(defaultNumber: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, perMinuteText)
    .transform(Number)
    .pipe(z.int().max(100_000_000, perMinuteText))
    .default(defaultNumber)
    .meta({ example: String(defaultNumber) });
}

/** A switch; off by default. `true` and `false` are taken, too. */
export const onOff = z
  .enum(['on', 'off', 'true', 'false'], 'must be on or off')
  .transform((text) => text === 'on' || text === 'true')
  .default(false)
  .meta({ example: 'off' });

/** The address to listen on. */
export const bind = z
  .string()
  .regex(/^[0-9A-Za-z.:_-]+$/, 'must be an IP address or a host name')
  .default('127.0.0.1')
  .meta({ example: '127.0.0.1' });

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const logLevel = z
  .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
  .default('info')
  .meta({ example: 'info' });

/** The prefix of API keys. */
export const keyPrefix = z
  .string()
  .regex(/^[a-z0-9]+$/, 'must consist of lower-case letters and digits')
  .default('cs')
  .meta({ example: 'cs' });

/** The settings that both services have. */
export const ofEveryService = {
  BIND: bind,
  DRAIN_SECONDS: drainSeconds,
  LOG_LEVEL: logLevel,
  METRICS_PORT: metricsPort,
  METRICS_TOKEN: metricsToken,
  OTEL_EXPORTER_OTLP_ENDPOINT: traceEndpoint,
  KEY_PREFIX: keyPrefix,
};

const leastSecretLength = 32;

/** The secrets that sign session tokens, the newest first. Surrounding white space is ignored. */
export const sessionSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .superRefine((secrets, context) => {
    for (const [index, { length }] of secrets.entries()) {
      if (length >= leastSecretLength) continue;
      const which = secrets.length === 1 ? '' : `: secret ${index + 1} of ${secrets.length} has ${length}`;
      context.addIssue({ code: 'custom', message: `must have at least ${leastSecretLength} characters${which}` });
    }
  })
  .meta({ example: '<the output of: openssl rand -hex 32>' });

/** The public address of this service, without a trailing slash. */
export const publicUrl = urlOf(['http:', 'https:'], 'must be an http:// or https:// URL')
  .refine(isBaseUrl, 'must have no user, no password, no ? and no #')
  .transform((text) => text.replace(/\/+$/, ''))
  .meta({ example: 'https://events.example.com' });

/** What requests are made from has no other part than its path: the rest would be lost. */
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}

/** Without empty parts. */
const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Article types that are offered only in a size that the customer bought. Empty switches the size gate off. */
export const sizedArticleTypes = commaSeparated
  .default(['ring', 'bracelet', 'bangle'])
  .meta({ example: 'ring,bracelet,bangle', emptyIsValue: true });

/** For Express's `trust proxy`: addresses of the proxies whose forwarded headers are trusted. Empty: none. */
export const trustProxy = commaSeparated
  .refine(
    (parts) => parts.every(isAddressOrNetwork),
    'must be a comma-separated list of IP addresses and CIDR networks',
  )
  .default([])
  .meta({ example: '10.0.0.0/8,127.0.0.1' });

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Whether a text can be the issuer of an OpenID Connect provider. Plain HTTP is for a provider on the own machine. */
export function isIssuerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const { search, hash, username, password } = url;
  return search === '' && hash === '' && username === '' && password === '' && isConfidential(url);
}

/** The issuer of the identity provider at which people sign in. */
export const oidcIssuer = z
  .string()
  .refine(isIssuerUrl, 'must be an https:// URL; http:// is for a provider on this machine only')
  .meta({ example: 'https://login.example.com' });
