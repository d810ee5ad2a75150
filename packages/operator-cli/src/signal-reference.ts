import type { Signal } from '@callside/recommender/models';

/** What docs/ranking-model.md includes: each signal with its evidence, reason, weights and features. */
export function describeSignals(signals: readonly Signal[]): string {
  return `${table(
    ['signal', 'brings products that', 'needs as evidence', 'reason code'],
    signals.map(({ name, about, hasRelated }) => [
      `\`${name}\``,
      about.finds,
      about.evidence,
      `\`${hasRelated ? `${name}:SKU` : name}\``,
    ]),
  )}

The model reads the place and the score in the list of each signal, and:

${table(
  ['signal', 'feature', 'unit'],
  signals.flatMap(({ name, features }) =>
    (features?.features ?? []).map((feature) => [`\`${name}\``, `\`${feature.name}\``, feature.unit]),
  ),
)}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
