/** Stands for "no number": no customer is looked up by it. */
const nobody = '0000000000';

export function isNobody(phone: string): boolean {
  return phone === nobody;
}

/** The form in which customers are stored, from the ten digits of a US number. */
export function toE164(phone: string): string {
  return `+1${phone}`;
}
