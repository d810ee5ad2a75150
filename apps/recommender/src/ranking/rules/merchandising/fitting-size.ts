import { sizedTypesIn } from '@callside/schemas';
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
  /** Sizes by article type. */
  const known = new Map<number, Set<number>>();
  for (const item of [...request.history.flatMap((line) => line.item ?? []), ...request.anchors]) {
    const size = sizes[item] as number;
    const type = types[item] as number;
    if (!Number.isNaN(size)) known.set(type, (known.get(type) ?? new Set()).add(size));
  }
  const said = Object.entries(request.knownSizes ?? {});
  for (const type of said.length === 0 ? [] : new Set(items.map((item) => types[item] as number))) {
    const ofType = said.filter(([name]) => sizedTypesIn(typeKeys[type] as string, [name]).length > 0);
    const sizesSaid = ofType.map(([, size]) => codeOfSize(columns, size) ?? Number.POSITIVE_INFINITY);
    if (sizesSaid.length > 0) known.set(type, new Set(sizesSaid));
  }
  const fits = (item: number) => known.get(types[item] as number)?.has(sizes[item] as number) ?? true;
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
