import type { ApiKeyView } from '@callside/schemas';
import { ageText } from '../../desk/time-text.ts';

export const featureWords: Record<ApiKeyView['feature'], string> = {
  'call-events': 'Call events',
  recommender: 'Recommender',
};

/** What a client with the key can do. */
export const featureUses: Record<ApiKeyView['feature'], string> = {
  'call-events': 'report calls',
  recommender: 'ask for offers',
};

type Standing = 'good' | 'expired' | 'revoked';

/** Whether a key is still valid at `now`, in ms since 1970. */
export function standingOf({ revoked_at, expires_at }: ApiKeyView, now: number): Standing {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'good';
}

/** The label of a key, or a default name. */
export function keyName({ label, feature }: Pick<ApiKeyView, 'label' | 'feature'>): string {
  return label ?? `Unnamed key for ${featureWords[feature].toLowerCase()}`;
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A date in the reader's time zone. */
export function dayText(instant: string): string {
  return dayFormat.format(new Date(instant));
}

/** When a key expires, or since when it is invalid. */
export function endText(key: ApiKeyView, now: number): string {
  if (key.revoked_at !== null) return `Revoked ${dayText(key.revoked_at)}`;
  if (key.expires_at === null) return 'Never';
  return standingOf(key, now) === 'expired' ? `Expired ${dayText(key.expires_at)}` : dayText(key.expires_at);
}

const dayMs = 24 * 60 * 60 * 1000;

export function lastUseText({ last_used_at }: Pick<ApiKeyView, 'last_used_at'>, now: number): string {
  if (last_used_at === null) return 'Never';
  const ageMs = now - Date.parse(last_used_at);
  return ageMs < dayMs ? ageText(ageMs) : dayText(last_used_at);
}
