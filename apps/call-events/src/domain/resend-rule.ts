import { isWithheld } from '@callside/schemas';
import { areTwoCalls } from './platform-call.ts';

interface CallIdentity {
  phoneNumber: string;
  customerId: string | null;
  platformCall: string | null;
}

interface StartIdentity extends CallIdentity {
  /** The start at the end of a hold. */
  isOffHold?: boolean | undefined;
  /** The platform never changes the id of a call. */
  callIdLasts?: boolean | undefined;
}

/**
 * Whether a call-started names the rep's live call: the same number, and no conflicting customer codes. Both numbers are normalised; a
 * withheld placeholder is compared like any number. It says nothing about the caller, so there the calls of the platform decide if
 * both are known. With a number they decide only if their ids last: some platforms report each leg of a call with an id of its own.
 */
export function namesTheSameCall(live: CallIdentity, started: StartIdentity): boolean {
  // The number may have changed during the hold. A new call would begin without the pause of this one.
  if (started.isOffHold && agree(live.platformCall, started.platformCall)) return true;
  if (started.callIdLasts && areTwoCalls(live.platformCall, started.platformCall)) return false;
  if (live.phoneNumber !== started.phoneNumber) return false;
  if (!agree(live.customerId, started.customerId)) return false;
  return !isWithheld(started.phoneNumber) || agree(live.platformCall, started.platformCall);
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
