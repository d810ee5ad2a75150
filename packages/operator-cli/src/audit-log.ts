import { hostname, userInfo } from 'node:os';
import { type Acting, appendToAuditLog } from '@callside/auth';
import type { Prisma } from '@callside/database';
import type { AuditAction } from '@callside/schemas';

export interface AuditEntry {
  brandId: string | null;
  action: AuditAction;
  /** What was changed: the id of the brand, user or key, the imported file, or the simulated run. */
  subject: string;
  /** Never a secret: no key, token or hash. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Appends to the audit log, with the operator as author. Changes of keys and users are recorded by @callside/auth. */
export async function recordAudit(
  prisma: Prisma.TransactionClient,
  { detail = {}, ...entry }: AuditEntry,
): Promise<void> {
  await appendToAuditLog(prisma, { ...entry, ...actingOperator(), detail });
}

/** The operator's account on this machine and the machine's name, as recorded in the audit log. */
export function actingOperator(): Acting {
  return { actor: `operator:${accountName()}`, actorUserId: null, origin: hostname() };
}

/** In a container the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
