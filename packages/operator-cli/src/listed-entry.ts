import type { Prisma } from '@callside/database';

/** An entry of the audit log as commands print it. */
export interface ListedEntry {
  id: string;
  at: string;
  brand: string | null;
  actor: string;
  actor_user_id: string | null;
  origin: string | null;
  action: string;
  subject: string;
  detail: unknown;
}

export const withBrand = { brand: { select: { slug: true } } } as const;

export function listedEntry(entry: Prisma.AuditEntryGetPayload<{ include: typeof withBrand }>): ListedEntry {
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
    detail,
  };
}
