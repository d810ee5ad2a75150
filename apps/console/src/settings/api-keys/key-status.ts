import type { ApiKeyView } from '@callside/schemas';

/** Whether a key is still valid at `now`, in ms since 1970. */
export function statusOf({ revoked_at, expires_at }: ApiKeyView, now: number): 'good' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'good';
}

/** How a key begins and ends, such as `cs_live_…ab12`. */
export function keyEnds({ prefix, last_four }: Pick<ApiKeyView, 'prefix' | 'last_four'>): string {
  return `${prefix}…${last_four}`;
}
