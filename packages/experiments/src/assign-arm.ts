import { createHash } from 'node:crypto';
import type { Arm } from './arms.ts';

const shares = 2 ** 32;

export interface Assignment {
  arm: string;
  /** Names the caller in this experiment only, without their number. */
  caller: string;
}

/**
 * The arm of a caller: the same one for ever, because it is computed from the experiment and the caller. `draw` of 2^32 is divided in the
 * order and the percentages of the arms.
 */
export function assignArm(experimentId: string, caller: string, arms: readonly Arm[]): Assignment {
  const digest = createHash('sha256').update(`${experimentId} ${caller}`).digest();
  const draw = digest.readUInt32BE(0) / shares;
  let upTo = 0;
  const arm = arms.find(({ percent }) => {
    upTo += percent / 100;
    return draw < upTo;
  });
  return { arm: (arm ?? (arms.at(-1) as Arm)).name, caller: digest.toString('hex', 0, 16) };
}

/**
 * Who a caller is: the customer, by their own number if they have one, else the number of the call. A caller who becomes a customer with that
 * number stays in the arm. Null: the caller cannot be recognised and is outside of experiments.
 */
export function callerKey({
  phone,
  nobody,
  customer,
}: {
  /** In E.164. */
  phone: string;
  /** In E.164: the number of a caller without one. */
  nobody: string;
  customer: { phone: string | null; code: string | null } | null;
}): string | null {
  const known = customer?.phone ?? (customer?.code ? `code ${customer.code}` : null);
  return known ?? (phone === nobody ? null : phone);
}
