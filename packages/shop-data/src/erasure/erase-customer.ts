// Rows that identify the customer are deleted last, so that a second run can finish an interrupted erasure.

import { type Acting, appendToAuditLog } from '@callside/auth';
import {
  type Database,
  deleteCalls,
  deleteRecommendations,
  emptiedEvent,
  Prisma,
  type PrismaClient,
  queryWithin,
} from '@callside/database';
import { type ErasureView, nobodysNumber } from '@callside/schemas';
import { lockCustomers } from '../customer-statements.ts';
import { eraseSubjects } from '../objections/objections.ts';
import { type CustomerIdentity, type CustomerName, identifyCustomer } from './customer-identity.ts';
import { ErasureError } from './erasure-error.ts';
import { readEventLog } from './event-log-parts.ts';
import type { ErasedBrand } from './spellings.ts';

/** What the brand has of the customer. */
interface Theirs {
  identity: CustomerIdentity;
  /** Ids of calls that are over. */
  over: string[];
  /** Ids of live calls. */
  live: string[];
  /** Ids of recommendations. */
  offers: string[];
  /** Ids of purchases that were confirmed under a number other than that of the recommendation. */
  otherSales: string[];
}

const callsAtOnce = 50;
const recommendationsAtOnce = 100;
const eventsAtOnce = 1_000;
/** The last step waits for imports of the same brand. Each statement has its own, shorter limit. */
const lastStepTimeoutMs = 5 * 60_000;

interface EraseOptions {
  dryRun: boolean;
  /** Whether all customers who share a number may be deleted. */
  all: boolean;
  acting: Acting;
}

/** Deletes all data of a customer, or only counts it. */
export async function eraseCustomer(
  { prisma }: Pick<Database, 'prisma'>,
  brand: ErasedBrand,
  name: CustomerName,
  { dryRun, all, acting }: EraseOptions,
): Promise<ErasureView> {
  const theirs = await findTheirs(prisma, brand, name);
  const { found } = theirs.identity;
  if (found.length > 1 && !dryRun && !all) throw severalCustomers(found);
  const counts = {
    ...(await countRows(prisma, theirs)),
    live_calls: theirs.live.length,
    call_events: await goThroughEvents(prisma, brand, theirs, { dryRun }),
  };
  if (!dryRun) {
    await deleteOffersAndCalls(prisma, brand, theirs);
    const detail = { by: 'phone' in name ? 'phone' : 'customer_id', ...counts };
    await prisma.$transaction((transaction) => deleteIdentity(transaction, brand, theirs, { detail, acting }), {
      timeout: lastStepTimeoutMs,
    });
  }
  return { dry_run: dryRun, ...counts, found, left: await findLeft(prisma, brand, theirs) };
}

function severalCustomers(found: ErasureView['found']): ErasureError {
  const names = found.map(({ customer_id, name }) => [customer_id ?? 'without a code', name].filter(Boolean).join(' '));
  return new ErasureError(`${found.length} customers share this number: ${names.join(', ')}`, {
    code: 'conflict',
    hint: '--customer-id deletes one of them, --yes all of them',
  });
}

async function findLeft(
  prisma: PrismaClient,
  brand: ErasedBrand,
  { identity, live }: Theirs,
): Promise<ErasureView['left']> {
  const rowsOf = async (number: string) => {
    const where = { brandId: brand.id, phoneNumber: number };
    const counts = [prisma.call.count({ where }), prisma.customer.count({ where }), prisma.callEvent.count({ where })];
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
  const left: ErasureView['left'] = [];
  if (live.length > 0) {
    left.push({ kind: 'live_calls', number: null, count: live.length });
  }
  for (const number of identity.doubtful) {
    left.push({ kind: 'other_number', number, count: await rowsOf(number) });
  }
  if (identity.sharedNumber !== null) {
    const where = { brandId: brand.id, phoneNumber: identity.sharedNumber, customerId: null };
    const count = await prisma.call.count({ where });
    if (count > 0) left.push({ kind: 'shared_number', number: identity.sharedNumber, count });
  }
  return left;
}

async function findTheirs(prisma: PrismaClient, brand: ErasedBrand, name: CustomerName): Promise<Theirs> {
  const identity = await identifyCustomer(prisma, brand, name);
  const calls = await prisma.$queryRaw<{ id: string; live: boolean }[]>`
    SELECT id, ended_at IS NULL AS live FROM calls WHERE brand_id = ${brand.id}::uuid
       AND (${isTheirs(identity, {
         code: Prisma.sql`coalesce(picked_customer_id, customer_id)`,
         number: Prisma.sql`coalesce(picked_phone_number, phone_number)`,
       })} OR ended_at IS NULL AND customer_code(customer_id) = ANY (${identity.codes}::text[]))`;
  const over = calls.filter(({ live }) => !live).map(({ id }) => id);
  const { numberDecides, recommenderNumbers, codes } = identity;
  const underTheirs = numberDecides ? {} : { OR: [{ customerId: null }, { customerId: { in: codes } }] };
  const withNumber = { brandId: brand.id, phone: { in: recommenderNumbers } };
  const withCode = { brandId: brand.id, customerId: { in: codes } };
  const found = await prisma.recommendation.findMany({
    where: { OR: [{ ...withNumber, ...underTheirs }, withCode] },
    select: { id: true },
  });
  // Before the rep found the customer of a call, the recommender was asked for nobody.
  const ofNobody = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM recommendations WHERE brand_id = ${brand.id}::uuid AND phone = ${nobodysNumber} AND customer_id IS NULL
       AND id IN (SELECT recommendation_id FROM call_offers WHERE call_id = ANY (${over}::uuid[]))`;
  const offers = [...found, ...ofNobody].map(({ id }) => id);
  const sales = await prisma.purchase.findMany({
    where: { ...withNumber, recommendation: underTheirs },
    select: { id: true, recommendationId: true },
  });
  const known = new Set(offers);
  return {
    identity,
    over,
    live: calls.filter(({ live }) => live).map(({ id }) => id),
    offers,
    otherSales: sales.filter(({ recommendationId }) => !known.has(recommendationId)).map(({ id }) => id),
  };
}

/** `number`: that of the customer without a code whom the rep picked, else that of the call. */
function isTheirs(
  { numbers, codes, numberDecides }: CustomerIdentity,
  { code, number }: { code: Prisma.Sql; number: Prisma.Sql },
): Prisma.Sql {
  const byNumber = numberDecides
    ? Prisma.sql`(phone_number = ANY (${numbers}::text[]) OR ${number} = ANY (${numbers}::text[]))`
    : Prisma.sql`(${number} = ANY (${numbers}::text[]) AND coalesce(customer_code(${code}), '') = '')`;
  return Prisma.sql`(${byNumber} OR customer_code(${code}) = ANY (${codes}::text[]))`;
}

async function countRows(
  prisma: PrismaClient,
  { identity, over, live, offers, otherSales }: Theirs,
): Promise<Omit<ErasureView, 'dry_run' | 'live_calls' | 'call_events' | 'found' | 'left'>> {
  const ofCalls = { callId: { in: over } };
  const ofOffers = { recommendationId: { in: offers } };
  const alsoSold = { in: otherSales };
  return {
    customers: live.length > 0 ? 0 : identity.customers.length,
    order_lines: await prisma.orderLine.count({ where: { customerId: { in: identity.customers } } }),
    calls: over.length,
    chats: await prisma.chat.count({ where: ofCalls }),
    transcription_sessions: await prisma.transcriptionSession.count({ where: ofCalls }),
    transcription_chunks: await prisma.transcriptionChunk.count({ where: { session: ofCalls } }),
    recommendations: offers.length,
    purchases: await prisma.purchase.count({ where: { OR: [ofOffers, { id: alsoSold }] } }),
    purchase_lines: await prisma.purchaseLine.count({
      where: { OR: [ofOffers, { purchase: ofOffers }, { purchaseId: alsoSold }] },
    }),
  };
}

/** Counts the customer's events and those of their calls, and empties them unless it is a dry run. */
async function goThroughEvents(
  prisma: PrismaClient,
  brand: ErasedBrand,
  { identity, over, live }: Theirs,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let count = 0;
  await readEventLog(prisma, async (isInPart) => {
    const found = await prisma.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM call_events
       WHERE ${isInPart} AND brand_id = ${brand.id}::uuid
         AND (${isTheirs(identity, { code: Prisma.sql`customer_id`, number: Prisma.sql`phone_number` })} OR call_id = ANY (${over}::uuid[]))
         AND NOT coalesce(call_id = ANY (${live}::uuid[]), false)`;
    count += found.length;
    for (const events of inChunks(dryRun ? [] : found, eventsAtOnce)) {
      const ids = events.map(({ id }) => id);
      await prisma.callEvent.updateMany({ where: { id: { in: ids } }, data: emptiedEvent });
    }
  });
  return count;
}

async function deleteOffersAndCalls(
  prisma: PrismaClient,
  brand: ErasedBrand,
  { identity, over, offers, otherSales }: Theirs,
): Promise<void> {
  for (const ids of inChunks(offers, recommendationsAtOnce)) {
    await prisma.$transaction((each) => deleteRecommendations(each, ids));
  }
  await prisma.$transaction([
    prisma.purchaseLine.deleteMany({ where: { purchaseId: { in: otherSales } } }),
    prisma.purchase.deleteMany({ where: { id: { in: otherSales } } }),
  ]);
  for (const ids of inChunks(over, callsAtOnce)) await prisma.$transaction((each) => deleteCalls(each, ids));
  // A call whose rep picked another customer stays, without the code that the dialler sent.
  await prisma.$executeRaw`
    UPDATE calls SET customer_id = NULL
     WHERE brand_id = ${brand.id}::uuid AND ended_at IS NOT NULL AND customer_code(customer_id) = ANY (${identity.codes}::text[])`;
  await prisma.$executeRaw`
    UPDATE offer_outcomes SET customer_id = NULL, phone_number = NULL
     WHERE brand_id = ${brand.id}::uuid AND customer_code(customer_id) = ANY (${identity.codes}::text[])`;
}

async function deleteIdentity(
  transaction: Prisma.TransactionClient,
  { id: brandId }: ErasedBrand,
  { identity: { customers, codes, numbers }, live }: Theirs,
  { detail, acting }: { detail: Record<string, string | number>; acting: Acting },
): Promise<void> {
  await lockCustomers((text, values = []) => transaction.$executeRawUnsafe(text, ...values), brandId);
  await eraseSubjects(queryWithin(transaction), brandId, { codes, numbers });
  await transaction.orderLine.deleteMany({ where: { customerId: { in: customers } } });
  // The row links the number to the code: without it a second run would not find what the live call still has.
  if (live.length === 0) await transaction.customer.deleteMany({ where: { brandId, id: { in: customers } } });
  // Makes the recommender load the orders again, without these.
  await transaction.dataVersion.upsert({
    where: { brandId },
    create: { brandId, orders: 1 },
    update: { orders: { increment: 1 } },
  });
  // No number and no code: otherwise the audit log would keep personal data of the customer.
  const subject = customers.join(' ') || 'a customer who was not on file';
  await appendToAuditLog(transaction, { ...acting, brandId, action: 'customer.erase', subject, detail });
}

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
