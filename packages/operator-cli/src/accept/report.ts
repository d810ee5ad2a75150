import { printable } from '../table.ts';
import type { Verdict } from './judge.ts';
import type { CheckResult } from './run-checks.ts';

export interface AcceptReport extends Verdict {
  /** Every sentence that was checked is kept. */
  passed: boolean;
  /** The prefix of everything that was sent. */
  run: string;
  url: string;
  agent: string;
  recommender_url: string | null;
  /** What the run could not take back. */
  left: string[];
  checks: CheckResult[];
}

export function describeAcceptance({ kept, not_kept, not_checked, checks, url, run, left }: AcceptReport): string {
  const ran = checks.filter(({ status }) => status !== 'skipped').length;
  const inPart = kept.filter((sentence) => sentence.not_checked.length > 0);
  return [
    `${url}: ${kept.length} sentences kept, ${not_kept.length} not kept, ${not_checked.length} not checked; ${ran} of ${checks.length} checks ran, as ${run}`,
    ...list('Not kept', not_kept, ({ found }) => found),
    ...list('Not checked', not_checked, ({ reason }) => reason),
    ...list('Checked in part', inPart, (sentence) => sentence.not_checked.join('; ')),
    ...(left.length === 0 ? [] : ['', 'Left behind', ...left.map((text) => `  ${text}`)]),
  ].join('\n');
}

function list<Sentence extends Verdict['not_checked'][number] | Verdict['kept'][number] | Verdict['not_kept'][number]>(
  title: string,
  sentences: readonly Sentence[],
  because: (sentence: Sentence) => string,
): string[] {
  if (sentences.length === 0) return [];
  const lines = sentences.map((one) => `  ${one.id.padEnd(16)} ${one.section}: ${one.sentence} (${because(one)})`);
  return ['', title, ...lines.map(printable)];
}
