import { acceptedProbability } from './acceptance.ts';
import { callerOf } from './caller.ts';
import type { CandidateSet, RequestContext } from './candidate-set.ts';
import type { Candidates } from './candidates/candidates.ts';
import { customerProfileOf } from './candidates/customer-profile.ts';
import { expectedCategories } from './candidates/expected-categories.ts';
import { generateCandidates, learntCandidates, servedCandidates } from './candidates/generate-candidates.ts';
import { inOrderHere } from './candidates/in-order-here.ts';
import { similarCustomers } from './candidates/similar-customers.ts';
import { withItems } from './candidates/with-items.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureMatrix, features as registry } from './feature-registry.ts';
import { conversationOf } from './just-bought.ts';
import { rulesOfItem } from './merchandising/acted-rules.ts';
import { arrange, type Placed } from './merchandising/arrange.ts';
import type { Exploration } from './merchandising/exploration.ts';
import { type RulesInForce, rulesInForce } from './merchandising/rules-in-force.ts';
import { type ModelScores, noMeaning } from './model-meaning.ts';
import { modelReasonsOf } from './model-reasons.ts';
import type { Offer } from './offer.ts';
import { popularHere } from './popular-here.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { reasonsOf } from './reasons.ts';
import { ScratchAccumulators } from './scratch-accumulators.ts';
import { slotsOf } from './slotting.ts';

const signalLimit = 200;
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
  const conversation = conversationOf(request);
  const profile = customerProfileOf(snapshot, conversation.history, request.today);
  const anchors = conversation.anchors.slice(0, maxWeighedAnchors);
  const expected = expectedCategories(snapshot, profile, anchors);
  const isCaller = callerOf(purchases, request.history);
  const hasAnchors = request.anchors.length > 0;
  const { today, context: sent = {} } = request;
  const rules = rulesInForce(snapshot.rules ?? [], { catalogue, today, hasAnchors, context: sent });
  const isUnknown = conversation.anchors.length === 0 && profile.own.length === 0;
  const here = isUnknown ? popularHere(snapshot, request.circumstances ?? []) : null;
  const refusedBy = new Set<string>();
  const isEligibleByNature = eligibilityOf(snapshot, request);
  const isUnrefused = (item: number) => {
    if (!isEligibleByNature(item)) return false;
    const rule = rules.refusing(item);
    if (rule !== null) refusedBy.add(rule);
    return rule === null;
  };
  const isEligible = rules.hasRefusals ? isUnrefused : isEligibleByNature;
  const sizes = { items: catalogue.items.length, customers: purchases.lines.starts.length - 1 };
  return scratch.use(sizes, ({ items, customers }) => {
    const similar = similarCustomers({ snapshot, profile, anchors, isCaller }, customers);
    const context = { snapshot, profile, expected, anchors, similar, isCaller };
    const find = (accepts: (item: number) => boolean, most: number) =>
      generateCandidates({ ...context, isEligible: accepts, limit: signalLimit, items }, most);
    const found = candidatesByRules(find, isEligible, mostCandidates, { rules, types: catalogue.columns.types });
    const candidates = here === null ? found : inOrderHere(found, here, isEligible);
    return {
      ...context,
      ...candidates,
      request,
      here,
      rules,
      refusedBy,
      features: featureMatrix({ ...context, candidates, scratch: items }),
    };
  });
}

/** More candidates when rules boost or cap products; then the pinned ones, and other types when nearly all are of a capped type. */
function candidatesByRules(
  find: (accepts: (item: number) => boolean, most: number) => Candidates,
  isEligible: (item: number) => boolean,
  mostCandidates: number,
  { rules, types }: { rules: RulesInForce; types: Int32Array },
): Candidates {
  // Boosts and caps bring products into the list that are far down in the first-stage order.
  const reachFar = rules.hasBoosts || rules.caps.length > 0;
  const found = find(isEligible, reachFar ? Math.max(mostCandidates, learntCandidates) : mostCandidates);
  const pinned = rules.pins.map(({ item }) => item).filter(isEligible);
  const isUncapped = (item: number) => !rules.caps.some(({ type }) => type === types[item]);
  const needsFillers = rules.caps.length > 0 && found.items.filter(isUncapped).length < mostOffers;
  const fillers = needsFillers ? find((item) => isUncapped(item) && isEligible(item), mostOffers).items : [];
  return withItems(found, [...pinned, ...fillers]);
}

/**
 * The top candidates by the scores of the model; without it, in first-stage order. Ties keep the first-stage order. The brand's rules and
 * the rule of three ideas change the order but not `score`.
 */
export function selectOffers(
  candidates: CandidateSet,
  model: ModelScores | null,
  numItems: number,
  exploration: Exploration | null = null,
): Offer[] {
  const { items, features, snapshot } = candidates;
  const { acceptance, comparison, exactRows } = model?.meaning ?? noMeaning;
  const scores = model?.scores ?? candidates.firstStageScores;
  const placed = rankRows(candidates, model, numItems, exploration);
  const slots = slotsOf(
    placed.map(({ row }) => items[row] as number),
    snapshot.catalogue,
  );
  const width = registry.length;
  return placed.map(({ row, isPinned, propensity = null }, index) => ({
    item: items[row] as number,
    rank: index + 1,
    slot: slots[index] as number,
    score: scores[row] as number,
    isEstimate: exactRows !== null && !exactRows.has(row),
    purchaseProbability: acceptance && acceptedProbability(acceptance, scores[row] as number),
    reasons: comparison === null ? reasonsOf(candidates, row) : modelReasonsOf(candidates, row, comparison),
    rules: rulesOfItem(candidates, items[row] as number, isPinned),
    propensity,
    features: features.values.slice(row * width, (row + 1) * width),
  }));
}

/** The first `count` rows of the candidates, as `selectOffers` orders them. */
export function rankRows(
  candidates: CandidateSet,
  model: ModelScores | null,
  count: number,
  exploration: Exploration | null = null,
): Placed[] {
  const strengths = strengthsOf(candidates, model);
  const strengthOf = (row: number) => strengths[row] as number;
  // The difference of two products without a first-stage score is NaN, so they keep their order.
  const rows = [...candidates.items.keys()].sort((one, other) => strengthOf(other) - strengthOf(one) || one - other);
  return arrange(candidates, rows, { strengthOf, count, exploration });
}

/** By row, as a logarithm. A boost multiplies the odds. */
function strengthsOf({ items, rules, firstStageScores }: CandidateSet, model: ModelScores | null): Float64Array {
  return Float64Array.from(items, (item, row) => {
    // The scores of a model are logarithms of odds; those of the first stage are positive shares.
    const strength = (model === null ? Math.log(firstStageScores[row] as number) : model.scores[row]) as number;
    if (!rules.hasBoosts) return strength;
    return strength + rules.boostsOf(item).reduce((sum, { factor }) => sum + Math.log(factor), 0);
  });
}
