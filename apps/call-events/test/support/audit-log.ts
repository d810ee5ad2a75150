import type { ServiceUnderTest } from './service-under-test.ts';

export interface EntryOnFile {
  action: string;
  actor: string;
  actor_user_id: string | null;
  origin: string | null;
  subject: string;
  detail: Record<string, unknown>;
}

/** The entries of a brand in the audit log, oldest first. */
export function auditLogOf({ query }: Pick<ServiceUnderTest, 'query'>, brand: { id: string }): Promise<EntryOnFile[]> {
  return query<EntryOnFile>(
    'SELECT action, actor, actor_user_id, origin, subject, detail FROM audit_log WHERE brand_id = $1 ORDER BY id',
    [brand.id],
  );
}

/** Runs with an audit log that cannot be written, and restores it. */
export async function withoutAuditLog<Result>(
  { query }: Pick<ServiceUnderTest, 'query'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await query('ALTER TABLE audit_log RENAME TO audit_log_away');
  try {
    return await work();
  } finally {
    await query('ALTER TABLE audit_log_away RENAME TO audit_log');
  }
}
