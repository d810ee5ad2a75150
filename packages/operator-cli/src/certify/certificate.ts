import type { LoggedEntry } from '../event-log/logged-entry.ts';
import { printable } from '../table.ts';
import { judge, type RuleResult } from './certify-rules.ts';
import type { ReusedId } from './reused-ids.ts';

/** The report of a certification, to share with the vendor. It has no key and no number of a customer. */
export interface Certificate {
  brand: string;
  agent: string;
  from: string;
  to: string;
  /** Every rule passed; no rule is `not_seen`. */
  passed: boolean;
  /** Share of the rules that passed, in percent. */
  score: number;
  accepted: number;
  refused: number;
  rules: RuleResult[];
}

interface Observation {
  brand: string;
  agent: string;
  from: Date;
  to: Date;
  entries: readonly LoggedEntry[];
  reused: readonly ReusedId[];
}

export function certify({ brand, agent, from, to, entries, reused }: Observation): Certificate {
  const rules = judge(entries, reused);
  const good = rules.filter(({ status }) => status === 'passed').length;
  return {
    brand,
    agent,
    from: from.toISOString(),
    to: to.toISOString(),
    passed: good === rules.length,
    score: Math.floor((good / rules.length) * 100),
    accepted: entries.filter(({ outcome }) => outcome === 'accepted').length,
    refused: entries.filter(({ outcome }) => outcome === 'refused').length,
    rules,
  };
}

const titles = { passed: 'passed', failed: 'FAILED', not_seen: 'not seen' } as const;

export function toMarkdown(certificate: Certificate): string {
  const { brand, agent, from, to, passed, score, accepted, refused, rules } = certificate;
  const findings = rules
    .filter((rule) => rule.findings.length > 0)
    .flatMap(({ title, findings, change }) => [
      ...['', `## ${title}`, ''],
      ...findings.map((text) => `- ${printable(text)}`),
      ...['', `To change: ${change}`],
    ]);
  return [
    `# Dialler certification: ${passed ? 'passed' : 'not passed'}, ${score} %`,
    '',
    `Brand ${brand}, rep ${agent}, from ${from} to ${to}: ${accepted} events accepted, ${refused} requests refused.`,
    '',
    '| rule | result |',
    '| --- | --- |',
    ...rules.map(({ title, status }) => `| ${title} | ${titles[status]} |`),
    ...findings,
  ].join('\n');
}
