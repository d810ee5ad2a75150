// The command line and the settings change endpoints only through these functions: the change and its audit log entry are in one
// transaction. The log has the host of an address only: the rest of it may be a secret.

import { randomBytes, randomUUID } from 'node:crypto';
import { lockBrand, type Prisma } from '@callside/database';
import { type EndpointEvent, type EndpointView, endpointEventSchema } from '@callside/schemas';
import { type Acting, appendToAuditLog } from './audit-log.ts';
import { isPrivateHost } from './private-host.ts';
import type { SecretBox } from './secret-box.ts';

interface NewEndpoint {
  brandId: string;
  url: string;
  events: readonly EndpointEvent[];
}

const secretBytes = 32;

/** Of a brand, also those that are off: every event is noted for each, and all brands share what sends them. */
export const mostEndpoints = 20;

/** Why nothing may be sent to an address, for people; null: it may. A name is checked again whenever it is connected to. */
export function problemOfAddress(url: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (!URL.canParse(url)) return 'it must be an address such as https://crm.example.com/callside';
  const { protocol, hostname, username, password } = new URL(url);
  if (username + password !== '') return 'it must not have a user or a password';
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return 'it must begin with https://';
  return !allowPrivate && isPrivateHost(hostname)
    ? 'its host is private; the operator permits such hosts with ENDPOINTS_ALLOW_PRIVATE=true'
    : null;
}

/** The oldest first. */
export async function listEndpoints(prisma: Prisma.TransactionClient, brandId: string): Promise<EndpointView[]> {
  const rows = await prisma.endpoint.findMany({
    where: { brandId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    omit: { secretSealed: true },
  });
  const counts = await prisma.endpointDelivery.groupBy({
    by: ['endpointId', 'state'],
    where: { endpointId: { in: rows.map(({ id }) => id) }, state: { in: ['waiting', 'failed'] } },
    _count: true,
  });
  const count = (id: string, which: string) =>
    counts.find(({ endpointId, state }) => endpointId === id && state === which)?._count ?? 0;
  return rows.map(({ id, url, events, createdAt, failingSince, offAt }) => ({
    id,
    url,
    events: events.flatMap((event) => endpointEventSchema.safeParse(event).data ?? []),
    state: offAt !== null ? 'off' : failingSince !== null ? 'failing' : 'on',
    created_at: createdAt.toISOString(),
    failing_since: failingSince?.toISOString() ?? null,
    off_at: offAt?.toISOString() ?? null,
    waiting: count(id, 'waiting'),
    failed: count(id, 'failed'),
  }));
}

/**
 * Events from now on go to it. Resolves to its secret, which is stored encrypted only. `full`: the brand has `mostEndpoints`. Needs a
 * transaction.
 */
export async function addAuditedEndpoint(
  prisma: Prisma.TransactionClient,
  { brandId, url, events, ...acting }: NewEndpoint & Acting,
  box: SecretBox,
): Promise<{ id: string; secret: string } | 'full'> {
  // Two changes at once would both count the same endpoints.
  await lockBrand(prisma, brandId);
  if ((await prisma.endpoint.count({ where: { brandId } })) >= mostEndpoints) return 'full';
  const id = randomUUID();
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  await prisma.endpoint.create({ data: { id, brandId, url, events: [...events], secretSealed: box.seal(secret) } });
  if (events.some((event) => event === 'call.started' || event === 'call.ended')) {
    // Prisma has no INSERT from a SELECT.
    await prisma.$executeRaw`
      INSERT INTO endpoint_cursors (endpoint_id, user_id, position)
      SELECT ${id}::uuid, user_id, position FROM rep_state WHERE brand_id = ${brandId}::uuid`;
  }
  const detail = { host: new URL(url).host, events };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'endpoint.add', subject: id, detail });
  return { id, secret };
}

/** False: the brand has no such endpoint. Its log goes with it. */
export async function removeAuditedEndpoint(
  prisma: Prisma.TransactionClient,
  { brandId, id, ...acting }: { brandId: string; id: string } & Acting,
): Promise<boolean> {
  const endpoint = await prisma.endpoint.findFirst({ where: { brandId, id } });
  if (endpoint === null) return false;
  await prisma.endpoint.delete({ where: { id } });
  const detail = { host: new URL(endpoint.url).host };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'endpoint.remove', subject: id, detail });
  return true;
}

/**
 * Makes one delivery, or all that wait or were given up (`delivery` null), due now, for a day, and switches an endpoint that is off on again.
 * Resolves to how many; null: the brand has no such endpoint, or it no such delivery.
 */
export async function resendAudited(
  prisma: Prisma.TransactionClient,
  { brandId, id, delivery, ...acting }: { brandId: string; id: string; delivery: string | null } & Acting,
): Promise<number | null> {
  const endpoint = await prisma.endpoint.findFirst({ where: { brandId, id } });
  if (endpoint === null) return null;
  // Prisma cannot set a column to the clock of the database. What was given up holds up again what follows it, if nothing has gone since.
  const count = await prisma.$executeRaw`
    UPDATE endpoint_deliveries d
       SET state = 'waiting', due_at = clock_timestamp(), retry_since = clock_timestamp(),
           holds = holds OR (state = 'failed' AND event IN ('call.started', 'call.ended') AND NOT EXISTS (
             SELECT FROM endpoint_deliveries l
              WHERE l.endpoint_id = d.endpoint_id AND l.user_id = d.user_id AND l.position > d.position
                AND l.state = 'delivered' AND l.event IN ('call.started', 'call.ended')))
     WHERE endpoint_id = ${id}::uuid AND (id = ${delivery}::text OR (${delivery}::text IS NULL AND state <> 'delivered'))`;
  if (count === 0 && delivery !== null) return null;
  await prisma.endpoint.update({ where: { id }, data: { failingSince: null, offAt: null } });
  const detail = { host: new URL(endpoint.url).host, ...(delivery === null ? { deliveries: count } : { delivery }) };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'endpoint.resend', subject: id, detail });
  return count;
}
