import { candidateSources } from '../candidates/generate-candidates.ts';

const ofSources = Object.fromEntries(
  candidateSources.flatMap(({ name }) => [
    [`${name}_place`, name],
    [`${name}_score`, name],
  ]),
);

/** The feature sums up the lists of all sources. */
export const allSources = 'all sources';

/**
 * The source of candidates that each feature describes: when the feature raises a score, the source gives the reason. Null: the
 * feature describes the customer, or something that no reason covers.
 */
export const sourceOfFeature: Readonly<Record<string, string | null>> = {
  ...ofSources,
  sources: null,
  pre_rank_place: allSources,
  pre_rank_score: allSources,
  own_times: 'own_repeat',
  own_share: 'own_repeat',
  own_weight: 'own_repeat',
  own_days_since: 'own_repeat',
  own_baskets_since: 'own_repeat',
  own_due: 'own_repeat',
  repeat_rate: 'own_repeat',
  buyers_share: 'popular',
  week_trend: 'popular_now',
  month_trend: 'popular_now',
  month_purchases: 'popular_now',
  season_purchases: 'popular',
  days_on_sale: null,
  days_since_sold: 'popular_now',
  baskets: null,
  own_items: null,
  own_per_basket: null,
  days_since_last: null,
  anchors: null,
  type_share: 'your_taste',
  price_band_share: 'your_taste',
  attribute_taste: 'your_taste',
  type_lift: 'your_taste',
  price_lift: 'your_taste',
  attribute_lift: 'your_taste',
  price_above_history: 'your_taste',
  price_off_history: 'your_taste',
  anchor_together: 'often_bought_with',
  anchor_also_bought: 'also_bought_with',
  anchor_type_lift: 'matches',
  anchor_price_lift: 'matches',
  anchor_attribute_lift: 'matches',
  anchor_same_type: 'matches',
  anchor_alike: 'same_style',
  anchor_price_off: 'matches',
  anchor_price_above: 'matches',
};
