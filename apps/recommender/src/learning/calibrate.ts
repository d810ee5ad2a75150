import { type CalibrationCurve, probabilityOf } from '../ranking/index.ts';
import { hashOf } from './stable-hash.ts';

/** The scored candidates of one query, and which of them were bought on its day. */
export interface ScoredQuery {
  readonly customer: number;
  readonly scores: Float32Array;
  /** 1 for a candidate that was bought. */
  readonly bought: Uint8Array;
}

/** Offers with about the same predicted probability. */
export interface ReliabilityBin {
  readonly offers: number;
  /** Means over the offers. */
  readonly predicted: number;
  readonly bought: number;
}

/** How well predicted probabilities agree with what was bought. */
export interface Reliability {
  /** By ascending prediction, each with a tenth of the offers. */
  readonly bins: readonly ReliabilityBin[];
  /** Mean distance of the two means of a bin, weighted by offers. */
  readonly expected_calibration_error: number;
}

interface Block {
  readonly rows: number;
  readonly bought: number;
  readonly scoreSum: number;
}

/** With fewer purchases, a probability would mostly reflect chance. */
const fewestPurchases = 50;
/** A block of neighbouring scores has at least this many purchases, so that its share does not only reflect chance. */
const purchasesOfBlock = 20;
const mostBlocks = 40;
const binCount = 10;
/** Only the best candidates are offered. */
const offersOfQuery = 10;

/**
 * Isotonic regression of "was bought" on the score, over all candidates: shares of blocks of neighbouring scores, joined until
 * they ascend. Null with too few purchases.
 */
export function fitCalibration(queries: readonly ScoredQuery[]): CalibrationCurve | null {
  const blocks = ascending(blocksOf(queries));
  if (blocks.length === 0) return null;
  return {
    scores: blocks.map(({ scoreSum, rows }) => scoreSum / rows),
    probabilities: blocks.map(shareOf),
  };
}

/** Blocks by ascending score; rows of one score are in one block. None with too few purchases. */
function blocksOf(queries: readonly ScoredQuery[]): Block[] {
  const { scores, bought } = sortedByScore(queries);
  const purchases = bought.reduce((sum, one) => sum + one, 0);
  if (purchases < fewestPurchases) return [];
  const enough = Math.max(purchasesOfBlock, Math.ceil(purchases / mostBlocks));
  const blocks: Block[] = [];
  let block: Block = { rows: 0, bought: 0, scoreSum: 0 };
  // Starts with the highest score, so that the incomplete last block is at the long lower end.
  for (let row = scores.length - 1; row >= 0; row -= 1) {
    const score = scores[row] as number;
    if (block.bought >= enough && score !== scores[row + 1]) {
      blocks.unshift(block);
      block = { rows: 0, bought: 0, scoreSum: 0 };
    }
    block = add(block, { rows: 1, bought: bought[row] as number, scoreSum: score });
  }
  return [block, ...blocks];
}

function sortedByScore(queries: readonly ScoredQuery[]): { scores: Float32Array; bought: Uint8Array } {
  const count = queries.reduce((sum, { scores }) => sum + scores.length, 0);
  const all = { scores: new Float32Array(count), bought: new Uint8Array(count) };
  let place = 0;
  for (const { scores, bought } of queries) {
    all.scores.set(scores, place);
    all.bought.set(bought, place);
    place += scores.length;
  }
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (one, other) => (all.scores[one] as number) - (all.scores[other] as number),
  );
  return {
    scores: Float32Array.from(order, (row) => all.scores[row] as number),
    bought: Uint8Array.from(order, (row) => all.bought[row] as number),
  };
}

/** Pool adjacent violators: neighbours are joined until their shares ascend. */
function ascending(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    let last = block;
    for (let before = joined.at(-1); before !== undefined && shareOf(before) >= shareOf(last); before = joined.at(-1)) {
      joined.pop();
      last = add(before, last);
    }
    joined.push(last);
  }
  return joined;
}

function add(one: Block, other: Block): Block {
  return {
    rows: one.rows + other.rows,
    bought: one.bought + other.bought,
    scoreSum: one.scoreSum + other.scoreSum,
  };
}

function shareOf({ bought, rows }: Block): number {
  return bought / rows;
}

/**
 * The reliability of a curve that is fitted on one half of the customers and measured on the other half, in both directions: a curve
 * that is measured on its own queries would look better than it is. Null with too few purchases.
 */
export function crossFittedReliability(queries: readonly ScoredQuery[]): Reliability | null {
  const half = (which: number) => queries.filter(({ customer }) => hashOf(1, customer) % 2 === which);
  const [even, odd] = [half(0), half(1)];
  const [ofEven, ofOdd] = [fitCalibration(even), fitCalibration(odd)];
  if (ofEven === null || ofOdd === null) return null;
  return binned([...predictionsOf(even, ofOdd), ...predictionsOf(odd, ofEven)]);
}

/** The reliability of a curve that was fitted on other queries. */
export function reliabilityOf(queries: readonly ScoredQuery[], curve: CalibrationCurve): Reliability {
  return binned(predictionsOf(queries, curve));
}

interface Prediction {
  readonly predicted: number;
  readonly bought: number;
}

/** Predictions for the candidates that would be offered. */
function predictionsOf(queries: readonly ScoredQuery[], curve: CalibrationCurve): Prediction[] {
  return queries.flatMap(({ scores, bought }) =>
    Array.from(scores, (score, row) => ({ score, bought: bought[row] as number }))
      .sort((one, other) => other.score - one.score)
      .slice(0, offersOfQuery)
      .map(({ score, bought: isBought }) => ({ predicted: probabilityOf(curve, score), bought: isBought })),
  );
}

function binned(predictions: readonly Prediction[]): Reliability {
  const sorted = [...predictions].sort((one, other) => one.predicted - other.predicted);
  const bins = Array.from({ length: binCount }, (_, bin) => {
    const [from, to] = [bin, bin + 1].map((edge) => Math.round((edge * sorted.length) / binCount));
    return sorted.slice(from, to);
  }).filter((bin) => bin.length > 0);
  const meansOf = bins.map((bin) => ({
    offers: bin.length,
    predicted: bin.reduce((sum, { predicted }) => sum + predicted, 0) / bin.length,
    bought: bin.reduce((sum, { bought }) => sum + bought, 0) / bin.length,
  }));
  const distance = meansOf.reduce(
    (sum, { offers, predicted, bought }) => sum + offers * Math.abs(predicted - bought),
    0,
  );
  return { bins: meansOf, expected_calibration_error: sorted.length === 0 ? 0 : distance / sorted.length };
}
