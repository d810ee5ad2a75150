import type { PlacedSentence } from './inventory/inventory.ts';
import type { CheckResult } from './run-checks.ts';

interface JudgedSentence {
  id: string;
  document: string;
  section: string;
  sentence: string;
}

export interface Verdict {
  kept: (JudgedSentence & { checks: string[]; not_checked: string[] })[];
  not_kept: (JudgedSentence & { checks: string[]; found: string })[];
  not_checked: (JudgedSentence & { reason: string })[];
}

/** A sentence is kept when at least one of its checks passed and none failed. `not_checked` of it: why others did not run. */
export function judge(inventory: readonly PlacedSentence[], results: readonly CheckResult[]): Verdict {
  const verdict: Verdict = { kept: [], not_kept: [], not_checked: [] };
  for (const sentence of inventory) {
    const { id, document, section, says } = sentence;
    const judged = { id, document, section, sentence: says };
    if ('unchecked' in sentence) {
      verdict.not_checked.push({ ...judged, reason: sentence.unchecked });
      continue;
    }
    const of = (status: CheckResult['status']) =>
      results.filter((result) => result.status === status && sentence.checks.includes(result.check));
    const [failed, passed, skipped] = [of('failed'), of('passed'), of('skipped')];
    const reasons = [...new Set(skipped.map(({ message }) => message ?? ''))];
    if (failed.length > 0) {
      const found = failed.map(({ check, message }) => `${check}: ${message}`).join('; ');
      verdict.not_kept.push({ ...judged, checks: failed.map(({ check }) => check), found });
    } else if (passed.length > 0) {
      verdict.kept.push({ ...judged, checks: passed.map(({ check }) => check), not_checked: reasons });
    } else {
      verdict.not_checked.push({ ...judged, reason: reasons.join('; ') });
    }
  }
  return verdict;
}
