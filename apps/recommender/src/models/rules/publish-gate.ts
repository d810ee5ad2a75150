import type { ModelVerdict } from '@callside/schemas';
import type { RelativeDifference } from '../../learning/index.ts';

/** Differences from another ranking, by the mean of recall@10 and NDCG@10. */
interface Differences {
  /** The segments count equally, however many purchases each has. */
  readonly overall: RelativeDifference;
  /** By query segment. */
  readonly segments: Readonly<Record<string, RelativeDifference>>;
}

/** The ranking that a candidate would replace. */
export interface Rival {
  /** In the middle of a sentence. */
  readonly name: string;
  /** Null when it found nothing, because a relative difference is then undefined. */
  readonly differences: Differences | null;
}

/** What is known about a candidate. Only one that is shown to be worse is refused without force. */
export interface Judgement {
  readonly verdict: ModelVerdict;
  /** Sentences with figures: one for each loss, or one for the comparison that counted most. */
  readonly findings: readonly string[];
}

/** With the whole 95 % interval below this, a candidate is shown to be worse. */
const clearLoss = -0.01;
/** The same for one of several segments. Each is another chance of a loss by accident, so it must be clearer. */
const clearLossOfSegment = -0.03;
/** Differences below this are not worth more purchases. */
const smallestOfInterest = 0.01;
/** With fewer, the interval says nothing: it comes from drawing customers. */
const [fewestPurchases, fewestCustomers] = [20, 10];

export interface GateComparison {
  /** Purchases that the candidate was measured on. */
  readonly purchases: number;
  /** Null: the candidate is in service itself. */
  readonly rival: Rival | null;
}

/** Compares a candidate with the ranking that it would replace. */
export function judgeCandidate({ purchases, rival }: GateComparison): Judgement {
  if (rival === null) return notShown('it is the model in service');
  if (purchases === 0) return notShown('there are no purchases to measure it on');
  const { name, differences } = rival;
  if (differences === null) {
    return notShown(`${name} finds nothing of what customers bought, so there is nothing to compare it with`);
  }
  const [main, ...segments] = comparisonsOf(differences);
  const losses = [main, ...segments].filter(
    (one) => isEnough(one[1]) && one[1].high < (one === main ? clearLoss : clearLossOfSegment),
  );
  if (losses.length > 0) {
    const findings = losses.map(
      ([where, measured]) =>
        `it ranks worse than ${name}: ${amount(measured)} in ${where} (${count(measured.purchases)} purchases)`,
    );
    return { verdict: 'worse', findings };
  }
  const [, measured] = main;
  if (isEnough(measured) && measured.low > 0) {
    return { verdict: 'better', findings: [`it ranks ${amount(measured)} than ${name}`] };
  }
  if (measured.low === 0 && measured.high === 0) return notShown(`it ranks as ${name}`);
  return notShown(`it is not shown to be better than ${name}: ${amount(measured)}; ${whatWouldSettle(measured)}`);
}

function notShown(finding: string): Judgement {
  return { verdict: 'not_shown_to_be_better', findings: [finding] };
}

type Comparison = readonly [where: string, RelativeDifference];

/** All purchases together and each segment with enough of them; when only one has enough, this segment alone. */
function comparisonsOf({ overall, segments }: Differences): [Comparison, ...Comparison[]] {
  const judged = Object.entries(segments)
    .filter(([, measured]) => isEnough(measured))
    .map(([segment, measured]): Comparison => [segment.replaceAll('_', ' '), measured]);
  const [first, second] = judged;
  return first !== undefined && second === undefined ? [first] : [['all', overall], ...judged];
}

function isEnough({ purchases, customers }: RelativeDifference): boolean {
  return purchases >= fewestPurchases && customers >= fewestCustomers;
}

/** The width of an interval shrinks with the square root of the purchases. */
function whatWouldSettle({ difference, low, high, purchases }: RelativeDifference): string {
  const distance = Math.max(smallestOfInterest, difference > 0 ? difference : clearLoss - difference);
  const needed = purchases * ((high - low) / 2 / distance) ** 2;
  const rounded = count(roundedUp(Math.max(needed, purchases + 1, fewestPurchases)));
  const what = distance > smallestOfInterest ? 'settle it' : `show a difference of ${percent(smallestOfInterest)}`;
  return `${count(purchases)} purchases are too few, about ${rounded} would ${what}`;
}

/** To two digits that count. */
function roundedUp(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.ceil(number / unit) * unit;
}

/** `4.0 % better (2.0 % to 6.0 %)`; with the 95 % interval. */
function amount({ difference, low, high }: RelativeDifference): string {
  const much = `${percent(Math.abs(difference))} ${difference < 0 ? 'worse' : 'better'}`;
  return `${much} (${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
