import { type ModelStatus, readHealth, type SnapshotStatus } from './read-health.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const loaded: SnapshotStatus = {
  catalogVersion: 'abc',
  items: 10,
  loadedAt: minutesAgo(60),
  itemsInStock: 8,
  stockRefreshedAt: minutesAgo(1),
  stockImportedAt: minutesAgo(5),
  orders: { lines: 100, customers: 20, builtAt: minutesAgo(60) },
  problem: null,
};
const model: ModelStatus = {
  artifactVersion: 'm1',
  origin: 'published',
  trainedAt: null,
  problem: null,
};

function healthOf({
  snapshot = {},
  inService = {},
  history = true,
  database = true,
  stockStaleMinutes = 30,
}: {
  snapshot?: Partial<SnapshotStatus>;
  inService?: Partial<ModelStatus>;
  history?: boolean;
  database?: boolean;
  stockStaleMinutes?: number;
} = {}) {
  return readHealth({
    brand: 'northwind',
    snapshot: { ...loaded, ...snapshot },
    model: { ...model, ...inService },
    featureSchemaHash: 'hash',
    canReadHistory: history,
    canReachDatabase: database,
    stockStaleMinutes,
    now,
  });
}

test('nothing is degraded when everything works', () => {
  expect(healthOf()).toEqual({
    ok: true,
    degraded: false,
    sections: {
      brand: 'northwind',
      catalog: { status: 'ok', items: 10, version: 'abc', loaded_at: '2026-11-21T11:00:00.000Z' },
      stock: {
        status: 'ok',
        in_stock: 8,
        refreshed_at: '2026-11-21T11:59:00.000Z',
        age_seconds: 300,
        imported_at: '2026-11-21T11:55:00.000Z',
      },
      orders: { lines: 100, customers: 20, built_at: '2026-11-21T11:00:00.000Z' },
      model: {
        status: 'ok',
        artifact_version: 'm1',
        feature_schema_hash: 'hash',
        origin: 'published',
        trained_at: null,
      },
      history: { status: 'ok' },
      database: { status: 'up' },
    },
  });
});

describe('when no offers can be made', () => {
  test('the recommender cannot serve without the database, because nothing would be durable', () => {
    expect(healthOf({ database: false })).toMatchObject({
      ok: false,
      sections: { database: { status: 'down' } },
    });
  });

  test('the recommender cannot serve before a catalogue has been loaded', () => {
    const snapshot = {
      ...{ catalogVersion: null, items: 0, loadedAt: null },
      ...{ stockRefreshedAt: null, stockImportedAt: null },
    };
    expect(healthOf({ snapshot })).toMatchObject({
      ok: false,
      sections: { catalog: { status: 'not_loaded' }, stock: { status: 'stale', age_seconds: null } },
    });
  });
});

describe('when a part is missing or stale', () => {
  test.each([
    ['with an empty catalogue', { snapshot: { items: 0 } }, { catalog: { status: 'empty' } }],
    [
      'with a catalogue that could not be replaced',
      { snapshot: { problem: 'it is broken' } },
      { catalog: { status: 'impaired', problem: 'it is broken' } },
    ],
    [
      'with stock that was imported more than 30 minutes ago',
      { snapshot: { stockImportedAt: minutesAgo(30.1) } },
      { stock: { status: 'stale', age_seconds: 1806, problem: expect.stringContaining('30 minutes') } },
    ],
    [
      'with stock older than the operator allows',
      { snapshot: { stockImportedAt: minutesAgo(1) }, stockStaleMinutes: 0.5 },
      { stock: { status: 'stale', age_seconds: 60 } },
    ],
    [
      'with stock that was never imported, whatever its age may be',
      { snapshot: { stockImportedAt: null }, stockStaleMinutes: 0 },
      { stock: { status: 'never_imported', age_seconds: null } },
    ],
    [
      'with every product out of stock',
      { snapshot: { itemsInStock: 0 } },
      { stock: { status: 'out_of_stock', in_stock: 0 } },
    ],
    [
      'without a model',
      { inService: { origin: 'none' as const, artifactVersion: 'none', problem: 'it is corrupt' } },
      { model: { status: 'unavailable', artifact_version: 'none', problem: 'it is corrupt' } },
    ],
    [
      'with another model than the published one',
      { inService: { problem: 'refused; m1 stays in service' } },
      { model: { status: 'impaired', artifact_version: 'm1' } },
    ],
    ['without histories', { history: false }, { history: { status: 'unavailable' } }],
  ])('the recommender serves and is degraded %s', (_what, state, sections) => {
    expect(healthOf(state)).toMatchObject({ ok: true, degraded: true, sections });
  });
});

test('stock of exactly 30 minutes is not stale, and the age is never negative', () => {
  expect(healthOf({ snapshot: { stockImportedAt: minutesAgo(30) } }).degraded).toBe(false);
  expect(healthOf({ snapshot: { stockImportedAt: minutesAgo(-1) } })).toMatchObject({
    degraded: false,
    sections: { stock: { age_seconds: 0 } },
  });
});

test('when the check of stock age is switched off, old stock is ok and its age is still reported', () => {
  const old = { stockImportedAt: minutesAgo(60 * 24) };
  expect(healthOf({ snapshot: old, stockStaleMinutes: 0 })).toMatchObject({
    degraded: false,
    sections: { stock: { status: 'ok', age_seconds: 86_400 } },
  });
});

test('without a model, health is degraded', () => {
  const { degraded, sections } = healthOf({ inService: { artifactVersion: 'none', origin: 'none' } });
  expect(degraded).toBe(true);
  expect(sections).toMatchObject({ model: { status: 'unavailable', origin: 'none' } });
});
