import type { CandidateSet } from '../candidate-set.ts';

/**
 * The product of the same family that fits the customer: a size that they bought in its article type, where that is known.
 * `rows` are the choices, the best first. The row itself when none fits better.
 */
export function fittingSize(candidates: CandidateSet): (row: number, rows: Iterable<number>) => number {
  const { items, snapshot, request } = candidates;
  const { families, sizes, types } = snapshot.catalogue.columns;
  const bought = new Map<number, Set<number>>();
  for (const item of [...request.history.flatMap((line) => line.item ?? []), ...request.anchors]) {
    const size = sizes[item] as number;
    const type = types[item] as number;
    if (!Number.isNaN(size)) bought.set(type, (bought.get(type) ?? new Set()).add(size));
  }
  const fits = (item: number) => bought.get(types[item] as number)?.has(sizes[item] as number) ?? true;
  return (row, rows) => {
    const item = items[row] as number;
    if (fits(item) || Number.isNaN(sizes[item] as number)) return row;
    for (const other of rows) {
      const sibling = items[other] as number;
      if (families[sibling] === families[item] && fits(sibling)) return other;
    }
    return row;
  };
}
