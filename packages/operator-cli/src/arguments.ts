import { domainToASCII } from 'node:url';
import {
  allowedAddressSchema,
  canonicalCurrency,
  canonicalOrigin,
  canonicalTimeZone,
  contextFieldsSchema,
  isEmailAddress,
  longestAlias,
  longestDuration,
  mostExploration,
  normaliseCode,
  normaliseEmail,
  parseDuration,
  type RecordingBy,
  recordingBySchema,
  teamSchema,
} from '@callside/schemas';
import { isConfidential, isIssuerUrl, normaliseHost } from '@callside/service-kit';
import { InvalidArgumentError } from 'commander';
import { isSupportedCountry } from 'libphonenumber-js';

// The values of options, validated and normalised. An invalid value is wrong usage (exit code 2).

/** First segments of paths that the services use, or may use later. */
const reservedSlugs = new Set([
  'admin',
  'api',
  'assets',
  'auth',
  'call-events',
  'callside',
  'companion',
  'console',
  'docs',
  'health',
  'integrations',
  'login',
  'logout',
  'me',
  'metrics',
  'oauth',
  'openapi',
  'purchase',
  'recommend',
  'recommendations',
  'rep',
  'shops',
  'sign-in',
  'sign-out',
  'signed-in',
  'socket',
  'static',
]);

export function text(value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') throw new InvalidArgumentError('It must not be empty.');
  return trimmed;
}

/** A customer code. */
export function customerCode(value: string): string {
  return text(normaliseCode(value));
}

/** An id of the audit log; empty: the beginning. */
export function auditCursor(value: string): bigint {
  if (!/^\d{0,18}$/.test(value))
    throw new InvalidArgumentError('It must be the cursor of a printed entry, as it came.');
  return BigInt(value);
}

export function slug(value: string): string {
  if (!/^[a-z0-9-]{1,63}$/.test(value)) {
    throw new InvalidArgumentError('It must consist of 1 to 63 lower-case letters, digits and hyphens.');
  }
  if (reservedSlugs.has(value)) throw new InvalidArgumentError('The services use this word in their own paths.');
  return value;
}

export function issuer(value: string): string {
  const url = value.trim();
  if (isIssuerUrl(url)) return url;
  throw new InvalidArgumentError('It must be an https:// URL; http:// is for a provider on this machine only.');
}

export function country(value: string): string {
  const code = value.trim().toUpperCase();
  if (!isSupportedCountry(code))
    throw new InvalidArgumentError('It must be an ISO 3166-1 alpha-2 code, such as US or GB.');
  return code;
}

export function timeZone(value: string): string {
  const zone = canonicalTimeZone(value.trim());
  if (zone === null) throw new InvalidArgumentError('It must be an IANA time zone, such as America/New_York.');
  return zone;
}

export function currency(value: string): string {
  const code = canonicalCurrency(value);
  if (code === null) throw new InvalidArgumentError('It must be an ISO 4217 code, such as USD.');
  return code;
}

/** Names of metadata fields, separated by commas; empty: none. */
export function contextFields(value: string): string[] {
  const names = value.split(',').filter((name) => name.trim() !== '');
  const { data, error } = contextFieldsSchema.safeParse(names);
  if (data === undefined) throw new InvalidArgumentError(`${error.issues[0]?.message ?? 'It cannot be used'}.`);
  return data;
}

/** A share, from 0 to the greatest one that the database allows. */
export const explorationRate = number(0, mostExploration);

/** For how many days a product rests. */
export const restDays = wholeNumber(0, 365);

/** After how many minutes without an event a call counts as silent. */
export const silentMinutes = wholeNumber(1, 1_440);

/** The name of a team; empty: none. */
export function team(value: string): string {
  const { data, error } = teamSchema.safeParse(value);
  if (error !== undefined) throw new InvalidArgumentError(`${error.issues[0]?.message ?? 'It cannot be used'}.`);
  return data ?? '';
}

export function recordingBy(value: string): RecordingBy {
  const { data } = recordingBySchema.safeParse(value.trim().toLowerCase());
  if (data === undefined) throw new InvalidArgumentError('It must be companion, dialler or nobody.');
  return data;
}

/** For an option that may be given more than once. */
export function origins(value: string, previous: readonly string[] = []): string[] {
  const origin = canonicalOrigin(value);
  if (origin === null) throw new InvalidArgumentError('It must be an origin, such as https://crm.example.com.');
  return [...new Set([...previous, origin])];
}

/** For an option that may be given more than once. */
export function hosts(value: string, previous: readonly string[] = []): string[] {
  return [...new Set([...previous, host(value)])];
}

function host(value: string): string {
  const name = normaliseHost(value);
  const ascii = name === null ? '' : toAscii(name);
  if (ascii.length === 0 || ascii.length > 253) {
    throw new InvalidArgumentError('It must be a host name alone, such as calls.example.com: no scheme, no path.');
  }
  return ascii;
}

/** Browsers and diallers send an international name in its ASCII form. */
function toAscii(name: string): string {
  if (name.startsWith('[')) return name;
  const ascii = domainToASCII(name);
  return /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(ascii) ? ascii : '';
}

export function email(value: string): string {
  const address = normaliseEmail(value);
  if (!isEmailAddress(address)) throw new InvalidArgumentError('It must be an address, such as rep@example.com.');
  return address;
}

/** Another name of a user, normalised like an address. */
export function alias(value: string): string {
  const name = normaliseEmail(text(value));
  if (name.length > longestAlias || name.includes('\0')) {
    throw new InvalidArgumentError(`It must be a name of at most ${longestAlias} characters.`);
  }
  return name;
}

/** In seconds. */
export function duration(value: string): number {
  const seconds = parseDuration(value);
  if (seconds !== undefined) return seconds;
  if (/^0*[1-9]\d*[smhd]$/.test(value.trim())) throw new InvalidArgumentError(`It must be at most ${longestDuration}.`);
  throw new InvalidArgumentError('It must be a length of time, such as 90d, 12h, 30m or 45s.');
}

/** Addresses and CIDR networks, separated by commas. */
export function addresses(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => allowedAddressSchema.safeParse(part).success)) return parts;
  throw new InvalidArgumentError('It must be IP addresses and CIDR networks, such as 203.0.113.0/24,2001:db8::1.');
}

/** The seed of random draws. */
export const seed = wholeNumber(0, 999_999_999);

export function wholeNumber(from: number, to: number): (value: string) => number {
  return (value) => {
    const read = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (!(read >= from && read <= to))
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return read;
  };
}

export function number(from: number, to: number): (value: string) => number {
  return (value) => {
    const read = value.trim() === '' ? Number.NaN : Number(value);
    if (!(read >= from && read <= to)) throw new InvalidArgumentError(`It must be a number from ${from} to ${to}.`);
    return read;
  };
}

/** The origin only, without a path. A key or token is sent to it. */
export function serviceUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) {
    throw new InvalidArgumentError('It must be an address such as https://calls.example.com.');
  }
  const url = new URL(value);
  if (!isConfidential(url)) {
    const { hostname } = url;
    throw new InvalidArgumentError(`It must begin with https://: keys and tokens would reach ${hostname} unencrypted.`);
  }
  return url.origin;
}

/** For an option that may be given more than once. */
export function serviceUrls(value: string, previous: readonly string[] = []): string[] {
  return [...new Set([...previous, serviceUrl(value)])];
}
