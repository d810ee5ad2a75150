import type { CandidateSet } from '../candidate-set.ts';

/** The first offers are those that a rep reads out. */
export const ideaCount = 3;

/**
 * A new idea is preferred while it is at least this share as likely as the best offer. Measured on the demo shop and on a real
 * jewellery shop: the mean of recall and NDCG at 10 changes by 0.1 % at most; dev/ranking-lab/measured.json.
 */
const leastShareOfBest = 0.6;

/** The properties in which offers at the top of a list should differ. */
interface Idea {
  readonly family: number;
  readonly title: number;
  readonly type: number;
  /** The customer has it, and products of its type are rarely bought again. */
  readonly isOwnedDurable: boolean;
}

export interface IdeaChoice {
  /** The rows that are at the top already. */
  readonly top: readonly number[];
  /** Strength of a row, as a logarithm. */
  readonly strengthOf: (row: number) => number;
}

/**
 * Chooses the row that adds an idea to those at the top. The row never has a family that is at the top already, while another family
 * is left. A row of another title and article type is preferred, then one of another title, and at most one product that the customer
 * owns and rarely buys again, as long as these are not much weaker. `rows` are the choices, the best first.
 */
export function ideaChooser(
  candidates: CandidateSet,
): (rows: readonly number[], choice: IdeaChoice) => number | undefined {
  const ideaOf = ideas(candidates);
  return (rows, { top, strengthOf }) => {
    const there = top.map(ideaOf);
    const hasOwned = there.some(({ isOwnedDurable }) => isOwnedDurable);
    let least = Number.NEGATIVE_INFINITY;
    let [best, near, withNewTitle]: (number | undefined)[] = [];
    for (const row of rows) {
      const idea = ideaOf(row);
      const isNew = (by: 'family' | 'title' | 'type') => there.every((other) => other[by] !== idea[by]);
      if (!isNew('family')) continue;
      if (best === undefined) {
        best = row;
        least = strengthOf(row) + Math.log(leastShareOfBest);
      }
      // All further rows are weaker.
      if (strengthOf(row) < least) break;
      if (hasOwned && idea.isOwnedDurable) continue;
      near ??= row;
      if (!isNew('title')) continue;
      if (isNew('type')) return row;
      withNewTitle ??= row;
    }
    return withNewTitle ?? near ?? best ?? rows[0];
  };
}

function ideas({ items, snapshot, profile }: CandidateSet): (row: number) => Idea {
  const { families, titles, types } = snapshot.catalogue.columns;
  const { durableTypes } = snapshot.purchases;
  return (row) => {
    const item = items[row] as number;
    const type = types[item] as number;
    return {
      family: families[item] as number,
      title: titles[item] as number,
      type,
      isOwnedDurable: profile.ownByItem.has(item) && durableTypes[type] === 1,
    };
  };
}
