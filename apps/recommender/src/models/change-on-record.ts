import type { BrandOfModels } from './evaluate-model.ts';

/** An audit log entry of a change. */
export interface ChangeRecord {
  action: 'model.publish' | 'model.rollback';
  /** Version of the model. */
  subject: string;
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Changes a brand's model in service under a lock. The change calls `putOnRecord` before it changes anything. That
 * resolves once the record is committed. When it rejects, nothing changes.
 */
export type ChangeOnRecord = <Result>(
  brand: BrandOfModels,
  change: (putOnRecord: (record: ChangeRecord) => Promise<void>) => Promise<Result>,
) => Promise<Result>;
