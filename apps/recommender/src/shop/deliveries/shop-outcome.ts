import type { ShopAnswer } from '@callside/schemas';
import type { ImportReport } from '@callside/shop-data';

/** The outcome of a delivery. */
export type ShopOutcome = ShopAnswer;

const mostProblems = 20;

/** Sums up what was written: at least one row, nothing new, or nothing because every row was wrong. */
export function summarize(reports: readonly ImportReport[], otherChanges = 0): ShopOutcome {
  const count = (of: 'inserted' | 'updated' | 'unchanged' | 'rejected') =>
    reports.reduce((sum, report) => sum + report[of], 0);
  const written = count('inserted') + count('updated') + otherChanges;
  const problems = reports.flatMap(({ errors }) => errors.map(({ reason }) => reason)).slice(0, mostProblems);
  const outcome =
    written > 0 ? 'applied' : count('rejected') > 0 && count('unchanged') === 0 ? 'rejected' : 'unchanged';
  return { outcome, ...(problems.length > 0 && { problems }) };
}
