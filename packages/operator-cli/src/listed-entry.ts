import type { Prisma } from '@callside/database';

/** An entry of the audit log as commands print it. */
export type ListedEntry = ReturnType<typeof listedEntry>;

export const withBrand = { brand: { select: { slug: true } } } as const;

export function listedEntry(entry: Prisma.AuditEntryGetPayload<{ include: typeof withBrand }>) {
  const { id, at, brand, actor, actorUserId, origin, action, subject, detail } = entry;
  return {
    id: String(id),
    at: at.toISOString(),
    brand: brand?.slug ?? null,
    actor,
    actor_user_id: actorUserId,
    origin,
    action,
    subject,
    detail: detail as unknown,
  };
}
