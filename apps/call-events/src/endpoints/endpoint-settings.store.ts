import {
  addAuditedEndpoint,
  listEndpoints,
  removeAuditedEndpoint,
  resendAudited,
  type SecretBox,
} from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import {
  deliveryProblems,
  type EndpointDeliveryView,
  type EndpointEvent,
  type EndpointView,
  endpointEventSchema,
} from '@callside/schemas';
import type { ActingOwner } from '../brands/index.ts';

const mostDeliveries = 100;

/** The endpoints of brands, for their owners. */
export class EndpointSettings {
  readonly #prisma: PrismaClient;
  readonly #box: SecretBox;

  constructor({ prisma, box }: { prisma: PrismaClient; box: SecretBox }) {
    this.#prisma = prisma;
    this.#box = box;
  }

  list(brandId: string): Promise<EndpointView[]> {
    return listEndpoints(this.#prisma, brandId);
  }

  /** `full`: the brand has the maximum number of endpoints. */
  add(
    owner: ActingOwner,
    endpoint: { url: string; events: readonly EndpointEvent[] },
  ): Promise<{ id: string; secret: string } | 'full'> {
    return this.#prisma.$transaction((transaction) =>
      addAuditedEndpoint(transaction, { ...endpoint, ...owner }, this.#box),
    );
  }

  /** False: there was none. */
  remove(owner: ActingOwner, id: string): Promise<boolean> {
    return this.#prisma.$transaction((transaction) => removeAuditedEndpoint(transaction, { id, ...owner }));
  }

  /** null: there is no such endpoint or delivery. */
  resend(owner: ActingOwner, id: string, delivery: string | null): Promise<number | null> {
    return this.#prisma.$transaction((transaction) => resendAudited(transaction, { id, delivery, ...owner }));
  }

  /** The newest first; null: the brand has no such endpoint. */
  async listDeliveries(brandId: string, id: string): Promise<EndpointDeliveryView[] | null> {
    if ((await this.#prisma.endpoint.count({ where: { brandId, id } })) === 0) return null;
    const rows = await this.#prisma.endpointDelivery.findMany({
      where: { endpointId: id },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: mostDeliveries,
      include: { call: { select: { reference: true } } },
    });
    return rows.map((row) => ({
      id: row.id,
      event: endpointEventSchema.parse(row.event),
      call_reference: row.call?.reference ?? null,
      created_at: row.createdAt.toISOString(),
      state: row.state === 'delivered' || row.state === 'failed' ? row.state : 'waiting',
      attempts: row.attempts,
      attempted_at: row.attemptedAt?.toISOString() ?? null,
      due_at: row.dueAt?.toISOString() ?? null,
      status: row.status,
      problem: deliveryProblems.find((problem) => problem === row.problem) ?? null,
    }));
  }
}
