import type { OfferPreview } from '@callside/schemas';
import { OfferRecommender } from './recommend-offers.ts';
import type { RecommendationRequest } from './recommendation.ts';

type Dependencies = ConstructorParameters<typeof OfferRecommender>[0];

/** What the request would be answered, with or without merchandising rules. */
export type PreviewOffers = (request: RecommendationRequest, which: { rules: boolean }) => Promise<OfferPreview>;

/** Previews by the same code as recommendations: they are neither stored nor counted, and try out no offer. */
export function createPreviewOffers(dependencies: Dependencies): PreviewOffers {
  const withRules = previewer(dependencies, (snapshot) => snapshot);
  const withoutRules = previewer(dependencies, (snapshot) => ({ ...snapshot, rules: [] }));
  return async (request, { rules }) => {
    const { recommendation_id: _, ...answer } = await (rules ? withRules : withoutRules).recommend(request, {
      startedAt: performance.now(),
      signal: new AbortController().signal,
      keyCheck: Promise.resolve(),
    });
    return answer;
  };
}

type Snapshot = NonNullable<ReturnType<Dependencies['snapshots']['current']>>;

function previewer(dependencies: Dependencies, change: (snapshot: Snapshot) => Snapshot): OfferRecommender {
  const { snapshots, metrics } = dependencies;
  return new OfferRecommender({
    ...dependencies,
    snapshots: {
      current: () => {
        const snapshot = snapshots.current();
        return snapshot && change(snapshot);
      },
      today: () => snapshots.today(),
      hour: () => snapshots.hour(),
      // A preview shows what serves, and is no call of an experiment.
      experiment: () => null,
      objects: (customer) => snapshots.objects(customer),
      stockAgeSeconds: () => snapshots.stockAgeSeconds(),
      brand: () => {
        const brand = snapshots.brand();
        return brand && { ...brand, explorationRate: 0 };
      },
    },
    store: { record: async () => {} },
    metrics: { ...metrics, countRecommendation: () => {} },
  });
}
