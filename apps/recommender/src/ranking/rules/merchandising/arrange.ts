import type { CandidateSet } from '../candidate-set.ts';
import { type Exploration, lastOffer } from './exploration.ts';
import { fittingSize } from './fitting-size.ts';
import type { Cap, Pin } from './rules-in-force.ts';
import { ideaChooser, ideaCount } from './three-ideas.ts';

/** A place of the list. */
export interface Placed {
  readonly row: number;
  /** Whether a rule put it there. */
  readonly isPinned: boolean;
  /** The probability with which it got the place. Absent: no other row could get the place. */
  readonly propensity?: number;
}

export interface Arrangement {
  /** Strength of a row, as a logarithm. */
  readonly strengthOf: (row: number) => number;
  readonly count: number;
  readonly exploration: Exploration | null;
}

/**
 * The rows of a list, best first, from all rows by strength. Pinned products take their places; the others fill the rest by
 * strength, the first ones as different ideas. No type has more offers than its cap, pinned ones included. A pinned product
 * that is no candidate is not eligible, and is left out.
 */
export function arrange(
  candidates: CandidateSet,
  rows: readonly number[],
  { strengthOf, count, exploration }: Arrangement,
): Placed[] {
  const { rules, items, snapshot } = candidates;
  const { types } = snapshot.catalogue.columns;
  const chooseIdea = ideaChooser(candidates);
  const fitting = fittingSize(candidates);
  const room = new Room(rules.caps);
  const typeOf = (row: number) => types[items[row] as number] as number;
  const pinned = placePins(rules.pins, items, { count, take: (row) => room.take(typeOf(row)) });
  const pinnedRows = new Set(pinned.values());
  let free = rows.filter((row) => !pinnedRows.has(row));
  const list: Placed[] = [];
  for (let place = 1; place <= count; place += 1) {
    const open = rules.caps.length === 0 ? free : free.filter((row) => room.has(typeOf(row)));
    const pin = pinned.get(place);
    if (pin !== undefined) {
      list.push({ row: pin, isPinned: true });
      continue;
    }
    const best = place <= ideaCount ? chooseIdea(open, { top: topOf(place), strengthOf }) : open[0];
    if (best === undefined) continue;
    const placed = placedAt(place, fitting(best, open), open);
    room.take(typeOf(placed.row));
    free = free.filter((row) => row !== placed.row);
    list.push({ ...placed, isPinned: false });
  }
  return list;

  /** Exploration may change only the last place, and never a place that a rep reads out first. */
  function placedAt(place: number, best: number, open: readonly number[]) {
    if (exploration === null || exploration.rate === 0 || place < count || place <= ideaCount) return { row: best };
    return lastOffer(
      best,
      open.filter((row) => row !== best),
      exploration,
    );
  }

  /** The rows at the top, including pins on later places of the top. */
  function topOf(place: number) {
    const later = [...pinned].filter(([rank]) => rank > place && rank <= ideaCount).map(([, row]) => row);
    return [...list.map(({ row }) => row), ...later];
  }
}

/** How many more offers of each type a list may have. */
class Room {
  readonly #left = new Map<number, number>();

  constructor(caps: readonly Cap[]) {
    for (const { type, most } of caps) this.#left.set(type, Math.min(most, this.#left.get(type) ?? most));
  }

  has(type: number): boolean {
    return (this.#left.get(type) ?? 1) > 0;
  }

  /** False when the type has reached its cap. */
  take(type: number): boolean {
    const left = this.#left.get(type);
    if (left === undefined) return true;
    if (left === 0) return false;
    this.#left.set(type, left - 1);
    return true;
  }
}

/** The row of each place that is pinned. The second pin of a place gets the next free place. */
function placePins(
  pins: readonly Pin[],
  items: Int32Array,
  { count, take }: { count: number; take: (row: number) => boolean },
): Map<number, number> {
  const places = new Map<number, number>();
  const placed = new Set<number>();
  for (const { item, rank } of pins) {
    const row = items.indexOf(item);
    if (row === -1 || placed.has(row)) continue;
    let place = rank;
    while (places.has(place)) place += 1;
    if (place > count || !take(row)) continue;
    places.set(place, row);
    placed.add(row);
  }
  return places;
}
