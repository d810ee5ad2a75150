import { curveFor, probabilityOf } from './calibration.ts';
import { callerOf } from './caller.ts';
import { customerProfileOf } from './candidate-generation/customer-profile.ts';
import { expectedCategories } from './candidate-generation/expected-categories.ts';
import { generateCandidates, learntCandidates, servedCandidates } from './candidate-generation/generate-candidates.ts';
import { similarCustomers } from './candidate-generation/similar-customers.ts';
import { withItems } from './candidate-generation/with-items.ts';
import type { CandidateSet, RequestContext } from './candidate-set.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureMatrix, features as registry } from './feature-registry.ts';
import { rulesOfItem } from './merchandising/acted-rules.ts';
import { arrange } from './merchandising/arrange.ts';
import type { Exploration } from './merchandising/exploration.ts';
import { rulesInForce } from './merchandising/rules-in-force.ts';
import type { ModelMeaning } from './model-meaning.ts';
import { modelReasonsOf } from './model-reasons.ts';
import type { Offer } from './offer.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { reasonsOf } from './reasons.ts';
import { ScratchAccumulators } from './scratch-accumulators.ts';
import { slotsOf } from './slotting.ts';

const sourceLimit = 200;
/** `num_items` is at most this. */
const mostOffers = 10;
/** Only the first anchors are used; a request may hold a thousand. */
const maxWeighedAnchors = 20;

const scratch = new ScratchAccumulators();

/**
 * The candidates of a request with their features: at most `mostCandidates`, or more when rules boost or cap products, and those that
 * rules pin.
 */
export function prepareOffers(
  snapshot: RankingSnapshot,
  request: RequestContext,
  mostCandidates: number = servedCandidates,
): CandidateSet {
  const { catalogue, purchases } = snapshot;
  const profile = customerProfileOf(snapshot, request.history, request.today);
  const anchors = request.anchors.slice(0, maxWeighedAnchors);
  const expected = expectedCategories(snapshot, profile, anchors);
  const isCaller = callerOf(purchases, request.history);
  const hasAnchors = request.anchors.length > 0;
  const rules = rulesInForce(snapshot.rules ?? [], { catalogue, today: request.today, hasAnchors });
  const refusedBy = new Set<string>();
  const isEligibleByNature = eligibilityOf(snapshot, request);
  const isEligible = (item: number) => {
    if (!isEligibleByNature(item)) return false;
    const rule = rules.refusing(item);
    if (rule !== null) refusedBy.add(rule);
    return rule === null;
  };
  const sizes = { items: catalogue.items.length, customers: purchases.lines.starts.length - 1 };
  return scratch.use(sizes, ({ items, customers }) => {
    const similar = similarCustomers({ snapshot, profile, anchors, isCaller }, customers);
    const context = { snapshot, profile, expected, anchors, similar, isCaller };
    const pinned = rules.pins.map(({ item }) => item).filter(isEligible);
    const most = rules.reachFar ? Math.max(mostCandidates, learntCandidates) : mostCandidates;
    const find = (accepts: (item: number) => boolean, count: number) =>
      generateCandidates({ ...context, isEligible: accepts, limit: sourceLimit, items }, count);
    const found = find(isEligible, most);
    const isUncapped = (item: number) => !rules.caps.some(({ type }) => type === catalogue.columns.types[item]);
    // Other types fill a list whose candidates are nearly all of a capped type.
    const needsFillers = rules.caps.length > 0 && found.items.filter(isUncapped).length < mostOffers;
    const fillers = needsFillers ? find((item) => isUncapped(item) && isEligible(item), mostOffers).items : [];
    const candidates = withItems(found, [...pinned, ...fillers]);
    return {
      ...context,
      ...candidates,
      request,
      rules,
      refusedBy,
      features: featureMatrix({ ...context, candidates }),
    };
  });
}

/** What the model knows of its scores, and the exploration of this request; each may be absent. */
export interface Selection extends Partial<ModelMeaning> {
  readonly exploration?: Exploration | null;
}

/**
 * The top candidates by score; without scores, in first-stage order. Ties keep the first-stage order. The brand's rules and the
 * rule of three ideas change the order but not `score`. Calibration and comparison are
 * those of the model that gave the scores.
 */
export function selectOffers(
  candidates: CandidateSet,
  scores: Float32Array | null,
  numItems: number,
  { calibration = null, comparison = null, exploration = null }: Selection = {},
): Offer[] {
  const { items, features, snapshot, rules } = candidates;
  const ranking = scores ?? candidates.firstStageScores;
  const width = registry.length;
  const strengths = new Float64Array(items.length);
  const rows: number[] = [];
  for (let row = 0; row < items.length; row += 1) {
    const score = ranking[row] as number;
    // A boost multiplies the odds. The model's scores are logarithms of odds; those of the first stage are positive shares.
    const boost = rules.boostsOf(items[row] as number).reduce((sum, { factor }) => sum + Math.log(factor), 0);
    strengths[row] = (scores === null ? Math.log(score) : score) + boost;
    rows.push(row);
  }
  const strengthOf = (row: number) => strengths[row] as number;
  // The difference of two products without a first-stage score is NaN, so they keep their order.
  rows.sort((one, other) => strengthOf(other) - strengthOf(one) || one - other);
  const arranged = arrange(candidates, rows, { strengthOf, count: numItems, exploration });
  const curve = scores === null ? null : curveFor(calibration, candidates.anchors.length);
  const offers = arranged.map(({ row, isPinned, propensity = null }, index) => ({
    item: items[row] as number,
    rank: index + 1,
    score: ranking[row] as number,
    purchaseProbability: curve && probabilityOf(curve, ranking[row] as number),
    reasons:
      scores === null || comparison === null ? reasonsOf(candidates, row) : modelReasonsOf(candidates, row, comparison),
    rules: rulesOfItem(candidates, items[row] as number, isPinned),
    propensity,
    features: features.values.slice(row * width, (row + 1) * width),
  }));
  const slots = slotsOf(offers, snapshot.catalogue);
  return offers.map((offer, index) => ({ ...offer, slot: slots[index] as number }));
}
