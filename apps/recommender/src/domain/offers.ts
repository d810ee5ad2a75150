import type { CandidateSource } from './candidate-generation/candidate-source.ts';
import { type CustomerProfile, customerProfileOf } from './candidate-generation/customer-profile.ts';
import { expectedDescriptors } from './candidate-generation/expected-descriptors.ts';
import { type Candidates, candidateSources, generateCandidates } from './candidate-generation/generate-candidates.ts';
import { similarCustomers } from './candidate-generation/similar-customers.ts';
import { eligibilityOf } from './eligibility.ts';
import { featureVectors, features as registry } from './feature-registry.ts';
import type { HistoryLine } from './history.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { reasonsOf } from './reasons.ts';
import { ScoreBoard } from './score-board.ts';
import { slotsOf } from './slotting.ts';

export interface OfferQuestion {
  readonly history: readonly HistoryLine[];
  /** Catalogue indices of what the customer is buying. */
  readonly anchors: readonly number[];
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly checkStock: boolean;
  /** Keys of article types (`articleTypeKey`). */
  readonly sizedArticleTypes: ReadonlySet<string>;
}

/** What may be offered, in the pre-ranking order, and what the model is to see of it. */
export interface CandidateSet extends Candidates {
  /** Row by row: candidates by features. */
  readonly features: Float32Array;
  readonly question: OfferQuestion;
  readonly profile: CustomerProfile;
}

export interface Offer {
  /** Catalogue index. */
  readonly item: number;
  /** 1 is the first. */
  readonly rank: number;
  readonly slot: number;
  /** The model's raw score; without a model the pre-ranking score. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Names of the sources that brought it. */
  readonly sources: readonly string[];
  readonly features: Float32Array;
}

const sourceLimit = 200;
/** The first ones say what is being bought; a request may hold a thousand. */
const maxWeighedAnchors = 20;

export function prepareOffers(snapshot: RankingSnapshot, question: OfferQuestion): CandidateSet {
  const profile = customerProfileOf(snapshot, question.history, question.today);
  const anchors = question.anchors.slice(0, maxWeighedAnchors);
  const expected = expectedDescriptors(snapshot, profile, anchors);
  const boards = boardsOf(snapshot);
  const candidates = generateCandidates({
    snapshot,
    profile,
    expected,
    anchors,
    similar: similarCustomers({ snapshot, profile, anchors, customers: boards.customers }),
    isEligible: eligibilityOf(snapshot, question),
    limit: sourceLimit,
    ...boards,
  });
  const features = featureVectors({ snapshot, profile, expected, anchors, candidates });
  return { ...candidates, features, question, profile };
}

/** The best of the candidates by score, or in the pre-ranking order without scores; ties go to the pre-ranking order. */
export function selectOffers(
  snapshot: RankingSnapshot,
  candidates: CandidateSet,
  scores: Float32Array | null,
  numItems: number,
): Offer[] {
  const ranking = scores ?? candidates.preRankScores;
  const rows = Array.from(candidates.items, (_, row) => row)
    .sort((one, other) => (ranking[other] as number) - (ranking[one] as number) || one - other)
    .slice(0, numItems);
  const { types } = snapshot.catalogue.columns;
  const slots = slotsOf(rows.map((row) => types[candidates.items[row] as number] as number));
  return rows.map((row, place) => ({
    item: candidates.items[row] as number,
    rank: place + 1,
    slot: slots[place] as number,
    score: ranking[row] as number,
    reasons: reasonsOf(snapshot, candidates, row),
    sources: sourcesOf(candidates, row).map(({ name }) => name),
    features: candidates.features.slice(row * registry.length, (row + 1) * registry.length),
  }));
}

function sourcesOf({ places }: Candidates, row: number): readonly CandidateSource[] {
  return candidateSources.filter((_, source) => places[row * candidateSources.length + source] !== 0);
}

const boardsBySnapshot = new WeakMap<RankingSnapshot, { items: ScoreBoard; customers: ScoreBoard }>();

/** Working memory as large as the snapshot: made once, left empty by everybody who uses it. */
function boardsOf(snapshot: RankingSnapshot): { items: ScoreBoard; customers: ScoreBoard } {
  let found = boardsBySnapshot.get(snapshot);
  if (found === undefined) {
    found = {
      items: new ScoreBoard(snapshot.catalogue.items.length),
      customers: new ScoreBoard(snapshot.purchases.lines.starts.length - 1),
    };
    boardsBySnapshot.set(snapshot, found);
  }
  return found;
}
