import { articleTypeKey } from '@callside/schemas';
import type { CandidateSet } from '../candidate-set.ts';
import { codeOfSize } from '../catalogue-columns.ts';

/**
 * The product of the same family that fits the customer: the size that they said for its article type, else one that they bought in it.
 * `rows` are the choices, the best first. The row itself when none fits better.
 */
export function fittingSize(candidates: CandidateSet): (row: number, rows: Iterable<number>) => number {
  const { items, snapshot, request } = candidates;
  const { columns } = snapshot.catalogue;
  const { families, sizes, types, typeKeys } = columns;
  const bought = new Map<number, Set<number>>();
  for (const item of [...request.history.flatMap((line) => line.item ?? []), ...request.anchors]) {
    const size = sizes[item] as number;
    const type = types[item] as number;
    if (!Number.isNaN(size)) bought.set(type, (bought.get(type) ?? new Set()).add(size));
  }
  const said = new Map(Object.entries(request.knownSizes ?? {}).map(([type, size]) => [articleTypeKey(type), size]));
  for (const [type, key] of said.size === 0 ? [] : typeKeys.entries()) {
    const size = said.get(key);
    if (size !== undefined) bought.set(type, new Set([codeOfSize(columns, size) ?? Number.POSITIVE_INFINITY]));
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
