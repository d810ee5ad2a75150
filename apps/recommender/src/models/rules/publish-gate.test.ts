import { type GateComparison, judgeCandidate, type MeasuredDifference } from './publish-gate.ts';

const measured = (difference: number, low: number, high: number, purchases = 500): MeasuredDifference => {
  return { difference, low, high, purchases, customers: 100 };
};
const better = measured(0.04, 0.02, 0.06);
const equal = measured(0.001, -0.008, 0.012);
const uncertain = measured(0.01, -0.02, 0.05);
const worse = measured(-0.05, -0.08, -0.02);

const of = (overall: MeasuredDifference, segments: Record<string, MeasuredDifference> = {}) => ({ overall, segments });
const against = (overall: MeasuredDifference, segments: Record<string, MeasuredDifference> = {}): GateComparison => {
  return { purchases: 1_000, unranked: of(better), inService: { version: 'the-old-one', overall, segments } };
};

describe('a candidate', () => {
  it('passes when the interval shows that it is better than the model in service', () => {
    expect(judgeCandidate(against(better, { next_purchase: better, anchors: better }))).toEqual({
      passes: true,
      findings: ['it ranks 4.0 % better (2.0 % to 6.0 %) than the-old-one, the model in service'],
    });
  });

  it('passes when the interval shows that it is at most 1 % worse', () => {
    expect(judgeCandidate(against(equal, { next_purchase: equal }))).toMatchObject({ passes: true });
    expect(judgeCandidate(against(equal, { next_purchase: measured(0, -0.01, 0.02) }))).toMatchObject({
      passes: false,
    });
  });

  it('does not pass when it may be worse in one segment, although it is better in the other and overall', () => {
    expect(judgeCandidate(against(better, { next_purchase: better, anchors: uncertain }))).toEqual({
      passes: false,
      findings: [
        'it may rank worse than the-old-one, the model in service: 1.0 % better (-2.0 % to 5.0 %) in anchors (500 purchases), and the lower end must be above -1.0 %',
      ],
    });
  });

  it('is judged by all purchases together when each segment has few', () => {
    const few = { next_purchase: { ...worse, purchases: 12 }, anchors: { ...worse, purchases: 9 } };
    expect(judgeCandidate(against(better, few)).passes).toBe(true);
    expect(judgeCandidate(against(uncertain, few)).findings).toEqual([
      expect.stringContaining('in all (500 purchases)'),
    ]);
  });

  it('is judged by the segments with enough purchases', () => {
    const segments = { next_purchase: better, anchors: { ...worse, purchases: 19 } };
    expect(judgeCandidate(against(uncertain, segments)).passes).toBe(true);
    expect(judgeCandidate(against(uncertain, { ...segments, anchors: worse })).passes).toBe(false);
  });

  it('passes without a model in service when it is as good as the first-stage order', () => {
    const comparison = { purchases: 100, unranked: of(measured(0, -0.2, 0.2)), inService: null };
    expect(judgeCandidate(comparison)).toEqual({
      passes: true,
      findings: ['it ranks 0.0 % better (-20.0 % to 20.0 %) than the unranked order'],
    });
  });

  it('does not pass when the first-stage order is better, however bad the model in service is', () => {
    expect(judgeCandidate({ ...against(better), unranked: of(worse) })).toEqual({
      passes: false,
      findings: ['it ranks 5.0 % worse (-8.0 % to -2.0 %) than no model'],
    });
  });

  it('is not compared with the first-stage order by a segment with few purchases or one customer', () => {
    const judge = (anchors: MeasuredDifference) =>
      judgeCandidate({ purchases: 500, unranked: of(worse, { next_purchase: better, anchors }), inService: null });
    const passed = {
      passes: true,
      findings: ['it ranks 4.0 % better (2.0 % to 6.0 %) than the unranked order'],
    };
    expect(judge({ ...worse, purchases: 3 })).toEqual(passed);
    expect(judge({ ...worse, customers: 1 })).toEqual(passed);
    expect(judge(worse).passes).toBe(false);
  });

  it('is refused by the only segment with enough purchases, although it is better in the other and overall', () => {
    const segments = { next_purchase: worse, anchors: { ...better, purchases: 19 } };
    expect(judgeCandidate({ purchases: 500, unranked: of(better, segments), inService: null }).findings).toEqual([
      'it ranks 5.0 % worse (-8.0 % to -2.0 %) than no model',
    ]);
  });

  it('gets a finding for each failed comparison', () => {
    const { findings } = judgeCandidate({
      purchases: 5,
      unranked: of(worse),
      inService: { version: 'v', overall: worse, segments: { next_purchase: worse, anchors: worse } },
    });
    expect(findings).toHaveLength(4);
  });

  it('does not pass without purchases to measure it on, or when its figures are NaN', () => {
    expect(judgeCandidate({ purchases: 0, unranked: null, inService: null })).toEqual({
      passes: false,
      findings: ['there are no purchases to measure it on'],
    });
    const nothing = measured(Number.NaN, Number.NaN, Number.NaN);
    expect(judgeCandidate({ purchases: 100, unranked: of(nothing), inService: null }).passes).toBe(false);
    expect(judgeCandidate(against(nothing)).passes).toBe(false);
  });

  it('does not pass when it was measured on few purchases, however well it measures', () => {
    const few = (purchases: number) => judgeCandidate({ purchases, unranked: of(better), inService: null });
    expect(few(19)).toEqual({
      passes: false,
      findings: ['it was measured on only 19 purchases; at least 20 are needed'],
    });
    expect(few(20).passes).toBe(true);
  });

  it('does not pass on the purchases of one customer, whose interval has no width', () => {
    const ofOne = { ...measured(0.04, 0.04, 0.04), customers: 1 };
    const finding = 'it was measured on the purchases of one customer; those of at least 2 are needed';
    expect(judgeCandidate(against(ofOne, { next_purchase: ofOne }))).toEqual({ passes: false, findings: [finding] });
    expect(judgeCandidate({ purchases: 500, unranked: of(ofOne), inService: null }).findings).toEqual([finding]);
  });

  it('is not judged by a segment of one customer', () => {
    const ofOne = { ...worse, customers: 1 };
    expect(judgeCandidate(against(better, { next_purchase: better, anchors: ofOne })).passes).toBe(true);
    expect(judgeCandidate(against(uncertain, { anchors: ofOne })).findings).toEqual([
      expect.stringContaining('in all (500 purchases)'),
    ]);
  });
});
