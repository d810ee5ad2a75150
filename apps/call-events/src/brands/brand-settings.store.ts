import { createHash } from 'node:crypto';
import { appendToAuditLog } from '@callside/auth';
import { lockBrand, type Prisma, type PrismaClient } from '@callside/database';
import {
  type AuditEntryView,
  type AuditQuery,
  type BrandChange,
  type OwnedBrand,
  recordingBySchema,
  storableText,
} from '@callside/schemas';
import type { Page } from '../page.ts';
import type { ActingOwner } from './acting-owner.ts';
import type { BrandRefusal } from './rules/brand.ts';

const shown = {
  slug: true,
  name: true,
  country: true,
  currency: true,
  timeZone: true,
  shownMetadata: true,
  contextFields: true,
  retentionDays: true,
  frameOrigins: true,
  explorationRate: true,
  recordingBy: true,
  hosts: { select: { host: true }, orderBy: { host: 'asc' } },
} as const satisfies Prisma.BrandSelect;

/** Of entries of the audit log. */
export type AuditFilter = Omit<AuditQuery, 'cursor'>;

/** The settings of brands and their audit log, for their owners. */
export class BrandSettingsStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  read(brandId: string): Promise<OwnedBrand> {
    return readBrand(this.#prisma, brandId);
  }

  /**
   * Records the difference in the audit log. Nothing is changed if a host belongs to another brand, or if the settings on
   * file are not those of `version`.
   */
  async change(
    { brandId, ...owner }: ActingOwner,
    { hosts, version, ...change }: BrandChange,
  ): Promise<OwnedBrand | BrandRefusal> {
    try {
      return await this.#prisma.$transaction(async (transaction) => {
        // Two changes at once would both compare with the same state.
        await lockBrand(transaction, brandId);
        const before = await readBrand(transaction, brandId);
        if (version !== undefined && version !== before.version) return { outdated: true };
        await transaction.brand.update({ where: { id: brandId }, data: toColumns(change) });
        if (hosts !== undefined) await replaceHosts(transaction, brandId, hosts);
        const after = await readBrand(transaction, brandId);
        const detail = differenceOf(before, after);
        if (Object.keys(detail).length > 0) {
          const entry = { brandId, ...owner, action: 'brand.set', subject: brandId, detail } as const;
          await appendToAuditLog(transaction, entry);
        }
        return after;
      });
    } catch (error) {
      if (error instanceof HostTaken) return { hostTaken: error.host };
      throw error;
    }
  }

  /** Newest first, entries with an id below `beforeId`. */
  async auditLog(brandId: string, beforeId: bigint | null, filter: AuditFilter): Promise<Page<AuditEntryView>> {
    const { limit, actor, action, from, to } = filter;
    const rows = await this.#prisma.auditEntry.findMany({
      where: {
        brandId,
        ...(beforeId !== null && { id: { lt: beforeId } }),
        // Prisma leaves the placeholders of LIKE in the text.
        ...(actor !== undefined && {
          actor: { contains: storableText(actor).replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' },
        }),
        ...(action !== undefined && { action }),
        at: { ...(from && { gte: from }), ...(to && { lt: to }) },
      },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    const kept = rows.slice(0, limit);
    const last = kept.at(-1);
    const items = kept.map(({ id, at, actor, actorUserId, origin, action, subject, detail }) => ({
      id: String(id),
      at: at.toISOString(),
      actor,
      actor_user_id: actorUserId,
      origin,
      action,
      subject,
      detail,
    }));
    return { items, next: last && rows.length > limit ? { at: last.at, id: String(last.id) } : null };
  }
}

/** Thrown to roll the transaction back. */
class HostTaken extends Error {
  readonly host: string;

  constructor(host: string) {
    super(`the host ${host} belongs to another brand`);
    this.host = host;
  }
}

async function readBrand(prisma: Prisma.TransactionClient, id: string): Promise<OwnedBrand> {
  const found = await prisma.brand.findUniqueOrThrow({ where: { id }, select: shown });
  const {
    timeZone,
    shownMetadata,
    contextFields,
    retentionDays,
    frameOrigins,
    explorationRate,
    recordingBy,
    hosts,
    ...brand
  } = found;
  const settings = {
    ...brand,
    hosts: hosts.map(({ host }) => host),
    time_zone: timeZone,
    shown_metadata: shownMetadata,
    context_fields: contextFields,
    retention_days: retentionDays,
    frame_origins: frameOrigins,
    exploration_rate: explorationRate,
    recording_by: recordingBySchema.parse(recordingBy),
  };
  return { ...settings, version: createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 32) };
}

function toColumns(change: Omit<BrandChange, 'hosts' | 'version'>): Prisma.BrandUpdateInput {
  const { name, currency, time_zone, shown_metadata, context_fields } = change;
  const { retention_days, frame_origins, exploration_rate, recording_by } = change;
  return {
    ...(name !== undefined && { name }),
    ...(currency !== undefined && { currency }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(shown_metadata !== undefined && { shownMetadata: shown_metadata }),
    ...(context_fields !== undefined && { contextFields: context_fields }),
    ...(retention_days !== undefined && { retentionDays: retention_days }),
    ...(frame_origins !== undefined && { frameOrigins: frame_origins }),
    ...(exploration_rate !== undefined && { explorationRate: exploration_rate }),
    ...(recording_by !== undefined && { recordingBy: recording_by }),
  };
}

async function replaceHosts(transaction: Prisma.TransactionClient, brandId: string, hosts: string[]): Promise<void> {
  await transaction.brandHost.deleteMany({ where: { brandId, host: { notIn: hosts } } });
  // Sorted, so that two changes with common hosts cannot deadlock.
  const data = hosts.toSorted().map((host) => ({ host, brandId }));
  await transaction.brandHost.createMany({ data, skipDuplicates: true });
  const taken = await transaction.brandHost.findFirst({ where: { host: { in: hosts }, brandId: { not: brandId } } });
  if (taken !== null) throw new HostTaken(taken.host);
}

/** The members of `after` that differ. */
function differenceOf(before: OwnedBrand, after: OwnedBrand): Partial<OwnedBrand> {
  const isDifferent = ([name, value]: [string, unknown]) =>
    name !== 'version' && JSON.stringify(value) !== JSON.stringify(before[name as keyof OwnedBrand]);
  return Object.fromEntries(Object.entries(after).filter(isDifferent));
}
