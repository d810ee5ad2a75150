import { callerOf } from './caller.ts';
import type { CandidateSource } from './candidate-generation/candidate-source.ts';
import { customerProfileOf } from './candidate-generation/customer-profile.ts';
import { expectedCategories } from './candidate-generation/expected-categories.ts';
import { type Candidates, candidateSources, generateCandidates } from './candidate-generation/generate-candidates.ts';
import { similarCustomers } from './candidate-generation/similar-customers.ts';
import type { CandidateSet, RequestContext } from './candidate-set.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureVectors, features as registry } from './feature-registry.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { reasonsOf } from './reasons.ts';
import { ScratchAccumulators } from './scratch-accumulators.ts';
import { slotsOf } from './slotting.ts';

export interface Offer {
  /** Catalogue index. */
  readonly item: number;
  /** 1 is the first. */
  readonly rank: number;
  readonly slot: number;
  /** The model's raw score; without a model the first-stage score. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Names of the sources that listed it. */
  readonly sources: readonly string[];
  readonly features: Float32Array;
}

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
  return scratch.use(sizes, (accumulators) => {
    const similar = similarCustomers({ snapshot, profile, anchors, customers: accumulators.customers, isCaller });
    const context = { snapshot, profile, expected, anchors, similar, isEligible, limit: sourceLimit, ...accumulators };
    const candidates = generateCandidates(context);
    const features = featureVectors({ snapshot, profile, expected, anchors, candidates });
    return { ...candidates, features, request, profile, expected, anchors, similar, isCaller };
  });
}

/** The top candidates by score; without scores, in first-stage order. Ties keep the first-stage order. */
export function selectOffers(
  snapshot: RankingSnapshot,
  candidates: CandidateSet,
  scores: Float32Array | null,
  numItems: number,
): Offer[] {
  const ranking = scores ?? candidates.firstStageScores;
  const rows = Array.from(candidates.items, (_, row) => row)
    .sort((one, other) => (ranking[other] as number) - (ranking[one] as number) || one - other)
    .slice(0, numItems);
  const { types } = snapshot.catalogue.columns;
  const slots = slotsOf(rows.map((row) => types[candidates.items[row] as number] as number));
  return rows.map((row, index) => ({
    item: candidates.items[row] as number,
    rank: index + 1,
    slot: slots[index] as number,
    score: ranking[row] as number,
    reasons: reasonsOf(snapshot, candidates, row),
    sources: sourcesOf(candidates, row).map(({ name }) => name),
    features: candidates.features.slice(row * registry.length, (row + 1) * registry.length),
  }));
}

function sourcesOf({ ranks }: Candidates, row: number): readonly CandidateSource[] {
  return candidateSources.filter((_, source) => ranks[row * candidateSources.length + source] !== 0);
}
