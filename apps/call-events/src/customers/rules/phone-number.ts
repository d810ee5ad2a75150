import { bareNumber, hostOf, isWithheld } from '@callside/schemas';
import { isE164, readPhoneNumber } from '@callside/schemas/customer-phone';

/**
 * The form in which a number is stored: E.164 if the text is a number that can be placed, see `readPhoneNumber`; anything else (withheld,
 * internal extensions, placeholders) as sent.
 */
export function normalisePhoneNumber(sent: string, country: string): string {
  // Some placeholders are digits, which a number of some country has too.
  return isWithheld(sent) ? sent : (readPhoneNumber(sent, country) ?? sent);
}

/**
 * Whether two numbers in their stored form are one, also if they could not be placed and were written in two ways. Extensions of two hosts
 * are two.
 */
export function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  if (isE164(one) || isE164(other) || comparable(one) !== comparable(other)) return false;
  const [host, otherHost] = [hostOf(one), hostOf(other)];
  return host === null || otherHost === null || host === otherHost;
}

/** Without letters and digits, nothing but the separators tells one placeholder from another. */
function comparable(stored: string): string {
  const bare = bareNumber(stored);
  if (!/[\p{L}\p{N}]/u.test(bare)) return bare || stored;
  return /^[-+\s().\d]+$/.test(bare) ? bare.replaceAll(/[-\s().]/g, '') : bare;
}
