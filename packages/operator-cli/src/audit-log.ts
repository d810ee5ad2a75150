import { userInfo } from 'node:os';
import type { Query } from '@callside/database';

export type AuditAction =
  | 'db.migrate'
  | 'brand.create'
  | 'user.add'
  | 'user.deactivate'
  | 'user.import'
  | 'token.issue'
  | 'catalog.import'
  | 'stock.import'
  | 'orders.import'
  | 'model.publish'
  | 'model.rollback'
  | 'simulate.start'
  | 'simulate.end';

export interface AuditEntry {
  brandId: string | null;
  action: AuditAction;
  /** What was changed: the id of the brand, user or key, the file that was imported, the run that was simulated. */
  subject: string;
  /** Never a secret: no key, token or hash. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Appends to the audit log in the operator's name. What is done to keys is recorded with it, by @callside/auth. */
export async function recordAudit(query: Query, { brandId, action, subject, detail = {} }: AuditEntry): Promise<void> {
  await query('INSERT INTO audit_log (brand_id, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5)', [
    brandId,
    operatorActor(),
    action,
    subject,
    JSON.stringify(detail),
  ]);
}

/** The operator's account on this machine, as the audit log names it. */
export function operatorActor(): string {
  return `operator:${accountName()}`;
}

/** A container may run under a user id that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
