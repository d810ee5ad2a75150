import type { History } from '../history/history.ts';
import { grouped } from './grouped.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'a purchase for an acknowledged recommendation is accepted';

export function checkOffers({ occurrences, onFile }: History): Findings {
  const finder = new Finder();
  const kept = new Set(onFile.recommendations);
  for (const occurrence of occurrences) {
    if (occurrence.type === 'offered') {
      const { recommendationId, at } = occurrence;
      finder.look(rule, recommendationId, at, kept.has(recommendationId) ? null : 'answered but not on file');
    } else if (occurrence.type === 'purchased') {
      const { recommendationId, at, status } = occurrence;
      const isRefused = status >= 400 && status < 500;
      finder.look(rule, recommendationId, at, isRefused ? `the purchase was answered ${status}` : null);
    }
  }
  checkPurchases({ occurrences, onFile }, finder);
  return finder.findings;
}

/** A line may be sent several times: one confirmation records it. */
function checkPurchases({ occurrences, onFile }: Pick<History, 'occurrences' | 'onFile'>, finder: Finder): void {
  const look = (subject: string, at: number, text: string | null) =>
    finder.look('an acknowledged purchase is on file once', subject, at, text);
  const kept = new Map(onFile.purchases.map(({ purchaseId, lines }) => [purchaseId, lines]));
  const rowsOf = grouped(onFile.purchases.flatMap(({ purchaseId, lines }) => lines.map((line) => [line, purchaseId])));
  const recorded = new Set<string>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'purchased' || occurrence.status !== 200) continue;
    const { purchaseId, line, isRecorded, at } = occurrence;
    look(purchaseId ?? '', at, kept.has(purchaseId ?? '') ? null : 'answered but not on file');
    if (line === null) continue;
    const rows = rowsOf.get(line) ?? [];
    look(
      line,
      at,
      rows.length === 1 && rows[0] === purchaseId ? null : `answered as of ${purchaseId}, on file of ${rows}`,
    );
    if (isRecorded) look(line, at, recorded.has(line) ? 'two answers say that they recorded it' : null);
    if (isRecorded) recorded.add(line);
  }
}
