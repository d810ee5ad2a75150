import type { Ranker } from '../models/index.ts';
import { type CandidateSet, type ExactScores, type Exploration, type Offer, selectOffers } from '../ranking/index.ts';
import type { Deadline } from './deadline.ts';
import { type RecommendMetrics, timed } from './recommend-metrics.ts';

export interface Scoring {
  readonly metrics: RecommendMetrics;
  readonly onFailure: (error: unknown) => void;
}

/** The candidates of one request, and the model that scores them. */
interface Candidacy {
  readonly ranker: Pick<Ranker, 'score'>;
  readonly candidates: CandidateSet;
  readonly deadline: Deadline;
}

type ScoredCandidates = Awaited<ReturnType<Ranker['score']>>;

interface ChosenOffers {
  readonly offers: readonly Offer[];
  /** What they were chosen by; null: the first-stage order. */
  readonly ranked: ScoredCandidates | null;
}

/** Null when the model fails, or is too late for the deadline. */
export async function scoreInTime(
  { metrics, onFailure }: Scoring,
  { ranker, candidates, deadline }: Candidacy,
  exactScores: ExactScores = exactScoresOf(candidates),
): Promise<ScoredCandidates | null> {
  const { features } = candidates;
  try {
    const ranked = await deadline.within('model', () =>
      timed(metrics, 'score', () => ranker.score(features, exactScores)),
    );
    if (ranked === null) return null;
    const { scores } = ranked;
    if (scores.length !== features.rowCount || !scores.every(Number.isFinite)) {
      throw new Error('the scores are unusable');
    }
    return ranked;
  } catch (error) {
    metrics.countModelFailure();
    onFailure(error);
    deadline.miss('model');
    return null;
  }
}

/** No offer has an estimate for its score: an exact one can also change the order, so all candidates are scored again. */
export async function chooseOffers(
  scoring: Scoring,
  {
    candidates,
    ranked,
    ranker,
  }: Pick<Candidacy, 'ranker'> & Pick<ChosenOffers, 'ranked'> & { candidates: CandidateSet | null },
  { numItems, exploration, deadline }: { numItems: number; exploration: Exploration; deadline: Deadline },
): Promise<ChosenOffers> {
  if (candidates === null) return { offers: [], ranked };
  const offers = selectOffers(candidates, ranked, numItems, exploration);
  if (!offers.some(({ isEstimate }) => isEstimate)) return { offers, ranked };
  const exact = await scoreInTime(scoring, { ranker, candidates, deadline }, 'all');
  return { offers: selectOffers(candidates, exact, numItems, exploration), ranked: exact };
}

/** Rules bring products into the list that the model puts far down. */
function exactScoresOf({ rules }: CandidateSet): ExactScores {
  return rules.hasBoosts || rules.caps.length > 0 || rules.pins.length > 0 ? 'all' : 'best';
}
