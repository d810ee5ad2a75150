import { parseInstant } from '@callside/schemas';
import type { Adapter, PlatformRequest } from './adapter.ts';

/** For clocks that differ, and for the queues of a platform, which may be late. */
const allowanceMs = 5 * 60_000;

/**
 * Whether the request is older than any that the platform still sends again. Somebody else may have kept it: it may change nothing, except that
 * an end ends its own call.
 */
export function isStale(request: PlatformRequest, { authentication }: Adapter, now: Date): boolean {
  if (authentication.kind === 'key' || authentication.signedTime === null) return false;
  const { of, retryPeriodMs } = authentication.signedTime;
  const oldest = now.getTime() - retryPeriodMs - allowanceMs;
  return of(request).some((time) => time !== undefined && (parseInstant(time)?.getTime() ?? oldest) < oldest);
}
