import { noOffers, type ResultSums, resultsOf } from './results.ts';

const range = { from: '2026-11-20', to: '2026-11-23' };
const nothing: ResultSums = {
  calls: [],
  allCalls: 0,
  times: [],
  allTimes: [],
  offers: [],
  allOffers: noOffers,
  labels: new Map(),
  testCalls: 0,
};

describe('resultsOf', () => {
  it('has a row for every day of the range, also for days without anything', () => {
    const { rows } = resultsOf('day', range, { ...nothing, calls: [{ key: '2026-11-21', calls: 4 }] });
    expect(rows.map(({ key, calls }) => [key, calls])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 4],
      ['2026-11-22', 0],
    ]);
  });

  it('joins the sums of a key, and names the key', () => {
    const { rows } = resultsOf('rep', range, {
      ...nothing,
      calls: [{ key: 'u1', calls: 2 }],
      times: [
        { key: 'u1', ms: 10, count: 1 },
        { key: 'u1', ms: 30, count: 2 },
      ],
      offers: [{ key: 'u1', ...noOffers, recommendations: 3, revenue: '12.50' }],
      labels: new Map([['u1', 'Robin']]),
    });
    expect(rows).toEqual([
      {
        ...noOffers,
        key: 'u1',
        label: 'Robin',
        calls: 2,
        screenTime: { events: 3, p50Ms: 30, p95Ms: 30 },
        recommendations: 3,
        revenue: '12.50',
      },
    ]);
  });

  it('sorts rows by revenue, greatest first, including the row without a key', () => {
    const offers = [
      { key: 'Ring', ...noOffers, revenue: '9.5' },
      { key: null, ...noOffers, revenue: '100' },
      { key: 'Chain', ...noOffers, items: 3, revenue: '9.50' },
    ];
    const { rows } = resultsOf('article_type', range, { ...nothing, offers });
    expect(rows.map(({ key }) => key)).toEqual([null, 'Chain', 'Ring']);
  });

  it('sorts rows of the same revenue by offers, then by calls, then by name', () => {
    const { rows } = resultsOf('rep', range, {
      ...nothing,
      calls: [
        { key: 'few', calls: 1 },
        { key: 'robin', calls: 2 },
        { key: 'ada', calls: 2 },
        { key: 'offers', calls: 0 },
      ],
      offers: [{ key: 'offers', ...noOffers, items: 1 }],
      labels: new Map([
        ['robin', 'Robin'],
        ['ada', 'Ada'],
      ]),
    });
    expect(rows.map(({ key }) => key)).toEqual(['offers', 'ada', 'robin', 'few']);
  });

  it.each([
    ['article_type', null, null],
    ['model', 0, null],
  ] as const)('says nothing of calls that do not belong to a group by %s', (by, calls, screenTime) => {
    const { rows } = resultsOf(by, range, { ...nothing, offers: [{ key: 'x', ...noOffers }] });
    expect(rows[0]).toMatchObject({ calls, screenTime });
  });
});
