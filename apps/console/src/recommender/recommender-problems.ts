import type { RecommenderOverview } from '@callside/schemas';

/** The parts of the recommender that do not work as they should; each has a text. */
export const problems = [
  'not_configured',
  'unreachable',
  'another_brand',
  'refused',
  'catalog_empty',
  'catalog_impaired',
  'catalog_not_loaded',
  'stock_stale',
  'stock_never_imported',
  'stock_out_of_stock',
  'model_impaired',
  'model_unavailable',
  'history_unavailable',
  'database_down',
] as const;
export type Problem = (typeof problems)[number];

/** A problem and the reason that the recommender gives for it (null: none). */
export function problemsOf({
  recommender: { state, health, problem },
}: Pick<RecommenderOverview, 'recommender'>): { problem: Problem; detail: string | null }[] {
  const ofConnection = state === 'connected' ? [] : [{ problem: state, detail: problem }];
  if (health === null) return ofConnection;
  const parts = [
    [`catalog_${health.catalog.status}`, health.catalog.problem],
    [`stock_${health.stock.status}`, null],
    [`model_${health.model.status}`, health.model.problem],
    [`history_${health.history.status}`, null],
    [`database_${health.database.status}`, null],
  ] as const;
  const ofHealth = parts.flatMap(([name, detail]) =>
    isProblem(name) ? [{ problem: name, detail: detail ?? null }] : [],
  );
  return [...ofConnection, ...ofHealth];
}

function isProblem(name: string): name is Problem {
  return problems.some((one) => one === name);
}
