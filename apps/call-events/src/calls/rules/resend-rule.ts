import { isSameNumber } from '../../customers/index.ts';

interface CallIdentity {
  phoneNumber: string;
  customerId: string | null;
}

/**
 * Whether a call-started names the rep's live call: the same number, and no conflicting customer codes. Both numbers are normalised; a
 * withheld placeholder is compared like any number.
 */
export function namesTheSameCall(live: CallIdentity, started: CallIdentity): boolean {
  const [one, other] = [live.customerId, started.customerId];
  return isSameNumber(live.phoneNumber, started.phoneNumber) && (one === null || other === null || one === other);
}
