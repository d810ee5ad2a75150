import { type Assignment, assignArm, callerKey, type ExperimentOnFile } from '@callside/experiments';
import { nobodysNumber, toE164 } from '@callside/schemas';
import type { CustomerKeys, HistoryOnFile } from './recommendation.ts';

/**
 * The arm of a caller. Null: there is no experiment, or the caller cannot be recognised. `found`: the customer, null: there is none on file;
 * absent: the look-up failed, and with a code the caller may be anybody.
 */
export function assignedArm(
  experiment: ExperimentOnFile | null,
  { phone, customerId }: CustomerKeys,
  found: HistoryOnFile['customer'] | undefined,
): (Assignment & Pick<ExperimentOnFile, 'id' | 'name'>) | null {
  if (experiment === null || (found === undefined && customerId !== null)) return null;
  const named = phone === nobodysNumber && customerId !== null ? { phone: null, code: customerId } : null;
  const caller = callerKey({ phone: toE164(phone), nobody: toE164(nobodysNumber), customer: found ?? named });
  if (caller === null) return null;
  return { id: experiment.id, name: experiment.name, ...assignArm(experiment.id, caller, experiment.arms) };
}
