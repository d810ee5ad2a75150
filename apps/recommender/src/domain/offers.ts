import { callerOf } from './caller.ts';
import { customerProfileOf } from './candidate-generation/customer-profile.ts';
import { expectedCategories } from './candidate-generation/expected-categories.ts';
import { generateCandidates } from './candidate-generation/generate-candidates.ts';
import { similarCustomers } from './candidate-generation/similar-customers.ts';
import type { CandidateSet, RequestContext } from './candidate-set.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureMatrix, features as registry } from './feature-registry.ts';
import type { Offer } from './offer.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { reasonsOf } from './reasons.ts';
import { ScratchAccumulators } from './scratch-accumulators.ts';
import { slotsOf } from './slotting.ts';

const sourceLimit = 200;
/** Only the first anchors are used; a request may hold a thousand. */
const maxWeighedAnchors = 20;

const scratch = new ScratchAccumulators();

export function prepareOffers(snapshot: RankingSnapshot, request: RequestContext): CandidateSet {
  const { catalogue, purchases } = snapshot;
  const profile = customerProfileOf(snapshot, request.history, request.today);
  const anchors = request.anchors.slice(0, maxWeighedAnchors);
  const expected = expectedCategories(snapshot, profile, anchors);
  const isCaller = callerOf(purchases, request.history);
  const isEligible = eligibilityOf(snapshot, request);
  const sizes = { items: catalogue.items.length, customers: purchases.lines.starts.length - 1 };
  return scratch.use(sizes, ({ items, customers }) => {
    const similar = similarCustomers({ snapshot, profile, anchors, isCaller }, customers);
    const context = { snapshot, profile, expected, anchors, similar, isCaller };
    const candidates = generateCandidates({ ...context, isEligible, limit: sourceLimit, items });
    return { ...context, ...candidates, request, features: featureMatrix({ ...context, candidates }) };
  });
}

/** The top candidates by score; without scores, in first-stage order. Ties keep the first-stage order. */
export function selectOffers(candidates: CandidateSet, scores: Float32Array | null, numItems: number): Offer[] {
  const { items, features, snapshot } = candidates;
  const ranking = scores ?? candidates.firstStageScores;
  const width = registry.length;
  const offers = Array.from(items, (_, row) => row)
    .sort((one, other) => (ranking[other] as number) - (ranking[one] as number) || one - other)
    .slice(0, numItems)
    .map((row, index) => ({
      item: items[row] as number,
      rank: index + 1,
      score: ranking[row] as number,
      reasons: reasonsOf(candidates, row),
      features: features.values.slice(row * width, (row + 1) * width),
    }));
  const slots = slotsOf(offers, snapshot.catalogue);
  return offers.map((offer, index) => ({ ...offer, slot: slots[index] as number }));
}
