import type { RecommenderHealth } from '@callside/schemas';
import { problemsOf } from './recommender-problems.ts';

const healthy: RecommenderHealth = {
  status: 'ok',
  brand: 'acme',
  catalog: { status: 'ok', items: 3, version: 'c', loaded_at: null },
  stock: { status: 'ok', in_stock: 3, refreshed_at: null, age_seconds: 1, imported_at: null },
  orders: null,
  model: { status: 'ok', artifact_version: 'm', feature_schema_hash: 'f', origin: 'published', trained_at: null },
  history: { status: 'ok' },
  database: { status: 'up' },
};
const overview = (fields: object) => ({
  recommender: { state: 'connected' as const, health: healthy, models: null, problem: null, ...fields },
});

it('a healthy recommender has no problem', () => {
  expect(problemsOf(overview({}))).toEqual([]);
});

it.each(['not_configured', 'unreachable', 'another_brand', 'refused'] as const)(
  'a connection that is %s is a problem',
  (state) => {
    expect(problemsOf(overview({ state, health: null, problem: 'why' }))).toEqual([{ problem: state, detail: 'why' }]);
  },
);

it('each degraded part is a problem, with the reason that the recommender gives for a model or a catalogue', () => {
  const health = {
    ...healthy,
    catalog: { ...healthy.catalog, status: 'empty' },
    stock: { ...healthy.stock, status: 'stale', problem: 'the last import of stock is older than 30 minutes' },
    model: { ...healthy.model, status: 'impaired', problem: 'artifact x is damaged' },
    history: { status: 'unavailable' },
  };
  expect(problemsOf(overview({ health }))).toEqual([
    { problem: 'catalog_empty', detail: null },
    { problem: 'stock_stale', detail: null },
    { problem: 'model_impaired', detail: 'artifact x is damaged' },
    { problem: 'history_unavailable', detail: null },
  ]);
});
