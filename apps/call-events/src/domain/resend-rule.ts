interface CallIdentity {
  phoneNumber: string;
  customerId: string | null;
}

/**
 * Whether a call-started names the rep's live call: the same number, and no conflicting customer codes.
 * Both numbers are normalised; a withheld placeholder is compared like any number.
 */
export function namesTheSameCall(live: CallIdentity, started: CallIdentity): boolean {
  if (live.phoneNumber !== started.phoneNumber) return false;
  return live.customerId === null || started.customerId === null || live.customerId === started.customerId;
}
