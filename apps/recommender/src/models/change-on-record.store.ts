import type { Database } from '@callside/database';
import type { ChangeOnRecord, ChangeRecord } from './change-on-record.ts';

interface Dependencies {
  transaction: Database['transaction'];
  /** Commits an entry of the audit log. */
  record: (entry: ChangeRecord & { brandId: string }) => Promise<void>;
}

/**
 * Runs changes of a brand's model one after the other, each with an entry in the audit log. The entry is committed on a separate
 * connection, while the lock is held and before files change. When that commit fails, the model in service is unchanged. A change
 * that fails after the commit gets a second entry with `failed`.
 */
export function createChangeOnRecord({ transaction, record }: Dependencies): ChangeOnRecord {
  return (brand, change) =>
    transaction(async (lock) => {
      await lock('SELECT 1 FROM brands WHERE id = $1 FOR NO KEY UPDATE', [brand.id]);
      const committed: ChangeRecord[] = [];
      try {
        return await change(async (entry) => {
          await record({ brandId: brand.id, ...entry });
          committed.push(entry);
        });
      } catch (error) {
        for (const { detail, ...entry } of committed) {
          await record({ brandId: brand.id, ...entry, detail: { ...detail, failed: true } });
        }
        throw error;
      }
    });
}
