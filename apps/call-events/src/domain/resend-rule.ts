interface CallIdentity {
  phoneNumber: string;
  customerId: string | null;
}

/**
 * Whether a call-started names the call that the rep is already on: the same number, and customer codes that do not
 * contradict each other. Both numbers are normalised; a withheld placeholder compares like any number.
 */
export function namesTheSameCall(live: CallIdentity, started: CallIdentity): boolean {
  if (live.phoneNumber !== started.phoneNumber) return false;
  return live.customerId === null || started.customerId === null || live.customerId === started.customerId;
}
