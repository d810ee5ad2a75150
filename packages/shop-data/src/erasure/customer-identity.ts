import type { PrismaClient } from '@callside/database';
import { nobodysNumber, normaliseCode } from '@callside/schemas';
import { normaliseCustomerPhone, readPhoneNumber } from '@callside/schemas/customer-phone';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { ErasureError } from './erasure-error.ts';
import { type ErasedBrand, findSpellings } from './spellings.ts';

/** The number or the code. */
export type CustomerName = { phone: string } | { customerId: string };

/** The values that identify rows of the customer. */
export interface CustomerIdentity {
  /** Internal ids of the customers on file. */
  customers: string[];
  /** Numbers in the stored forms of calls and customers. */
  numbers: string[];
  /** The same numbers in the recommender's forms. */
  recommenderNumbers: string[];
  codes: string[];
  /** Whether a row with such a number belongs to them also when it has another customer's code. */
  numberDecides: boolean;
  /** Who is meant, for people. */
  found: { customer_id: string | null; name: string | null }[];
  /** Stored texts that contain the digits of the number, and may mean it. */
  doubtful: string[];
  /** Of a code: their number, if other customers have it as well. */
  sharedNumber: string | null;
}

const fewestDigits = 5;

/**
 * Identifies the customer. A number selects every customer who has it, with their codes. A code selects that customer, and their
 * number unless another customer has the same number.
 */
export async function identifyCustomer(
  prisma: PrismaClient,
  brand: ErasedBrand,
  name: CustomerName,
): Promise<CustomerIdentity> {
  if ('phone' in name) {
    const { numbers, doubtful } = await findSpellings(prisma, brand, formsOf(name.phone, brand.country));
    const customers = await prisma.customer.findMany({
      where: { brandId: brand.id, phoneNumber: { in: numbers } },
      select: { id: true, customerId: true, name: true },
      orderBy: { customerId: 'asc' },
    });
    return {
      customers: customers.map(({ id }) => id),
      ...inBothForms(numbers, brand.country),
      codes: customers.flatMap(({ customerId }) => customerId ?? []),
      numberDecides: true,
      found: customers.map(named),
      doubtful,
      sharedNumber: null,
    };
  }
  const code = normaliseCode(name.customerId);
  const customer = await prisma.customer.findFirst({
    where: { brandId: brand.id, customerId: code },
    select: { id: true, customerId: true, name: true, phoneNumber: true },
  });
  const number = customer?.phoneNumber ?? null;
  const { numbers, doubtful } = await findSpellings(prisma, brand, number === null ? [] : [number]);
  const others = await prisma.customer.count({
    where: {
      brandId: brand.id,
      phoneNumber: { in: numbers },
      OR: [{ customerId: null }, { customerId: { not: code } }],
    },
  });
  return {
    customers: customer === null ? [] : [customer.id],
    ...inBothForms(others > 0 ? [] : numbers, brand.country),
    codes: [code],
    numberDecides: false,
    found: customer === null ? [] : [named(customer)],
    doubtful: others > 0 ? [] : doubtful,
    sharedNumber: others > 0 ? number : null,
  };
}

function named({ customerId, name }: { customerId: string | null; name: string | null }) {
  return { customer_id: customerId, name };
}

function formsOf(phone: string, country: string): string[] {
  const sent = phone.trim();
  if (sent.replaceAll(/\D/g, '').length < fewestDigits) {
    throw new ErasureError(`${JSON.stringify(sent)} is no telephone number`, {
      code: 'usage',
      hint: 'give it as +14155552671 or as people write it in the country of the brand',
    });
  }
  const parsed = parsePhoneNumberFromString(sent, { defaultCountry: country as CountryCode, extract: false });
  const ofRecommender = normaliseCustomerPhone(sent, country);
  if (ofRecommender === nobodysNumber) {
    throw new ErasureError(`${nobodysNumber} stands for an unknown number: it identifies no customer`, {
      code: 'usage',
    });
  }
  const read = readPhoneNumber(sent, country);
  return [...new Set([sent, ...(parsed ? [parsed.number] : []), ...(read === null ? [] : [read])])];
}

function inBothForms(numbers: string[], country: string): Pick<CustomerIdentity, 'numbers' | 'recommenderNumbers'> {
  const recommenderNumbers = numbers.map((number) =>
    number.startsWith('+')
      ? number.replace(/^\+1(?=\d{10}$)/, '')
      : (normaliseCustomerPhone(number, country) ?? number),
  );
  return { numbers, recommenderNumbers: [...new Set(recommenderNumbers)] };
}
