import type { Prisma } from '@callside/database';
import type { AuditAction } from '@callside/schemas';

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
  action: AuditAction;
  subject: string;
  /** Never a secret: no key, token or hash. */
  detail: object;
}

/** Appends to the audit log; in the transaction that makes the change. */
export async function appendToAuditLog(
  prisma: Prisma.TransactionClient,
  { detail, ...record }: AuditRecord,
): Promise<void> {
  await prisma.auditEntry.create({ data: { ...record, detail: { ...detail } }, select: { id: true } });
}
