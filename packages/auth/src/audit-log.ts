import type { Query } from './query.ts';

/** Who did something, and from where. */
export interface Acting {
  /** `operator:` and the account of the operating system, or the address of a user. */
  actor: string;
  /** Null for an operator. */
  actorUserId: string | null;
  /** The name of the operator's machine, or the network address of the user. */
  origin: string | null;
}

export interface AuditRecord extends Acting {
  /** Null for changes that concern every brand. */
  brandId: string | null;
  action: string;
  subject: string;
  /** Never a secret: no key, token or hash. */
  detail: object;
}

/** Appends to the audit log. `query` must belong to the transaction that makes the change. */
export async function appendToAuditLog(query: Query, record: AuditRecord): Promise<void> {
  const { brandId, actor, actorUserId, origin, action, subject, detail } = record;
  await query(
    `INSERT INTO audit_log (brand_id, actor, actor_user_id, origin, action, subject, detail)
     VALUES ($1::uuid, $2, $3::uuid, $4, $5, $6, $7::jsonb)`,
    [brandId, actor, actorUserId, origin, action, subject, JSON.stringify(detail)],
  );
}
