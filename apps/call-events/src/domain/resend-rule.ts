interface CallIdentity {
  phoneNumber: string;
  customerId: string | null;
  platformCall: string | null;
}

/**
 * Whether a call-started names the rep's live call: the same number, and neither customer codes nor calls of the platform that
 * conflict. Both numbers are normalised; a withheld placeholder is compared like any number.
 */
export function namesTheSameCall(live: CallIdentity, started: CallIdentity): boolean {
  if (live.phoneNumber !== started.phoneNumber) return false;
  return agree(live.customerId, started.customerId) && agree(live.platformCall, started.platformCall);
}

function agree(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
