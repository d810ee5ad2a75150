/** Why the database cannot be migrated to this schema. The message names the migration and what to do, unless a hint says that. */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly hint: string | null;

  constructor(message: string, { hint = null, cause }: { hint?: string | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.hint = hint;
  }
}
