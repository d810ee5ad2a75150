import { judgeCandidate, overallQuality, type RankingQuality } from './publish-gate.ts';

const quality = (value: number): RankingQuality => ({
  'next purchase': { queries: 10, recall: { 10: value + 0.1 }, ndcg: { 10: value - 0.1 } },
  anchors: { queries: 10, recall: { 10: value }, ndcg: { 10: value } },
});
const nothing: RankingQuality = { 'next purchase': { queries: 0, recall: { 10: 0 }, ndcg: { 10: 0 } } };
const inService = (value: number) => ({ version: 'the-old-one', quality: quality(value) });

describe('overallQuality', () => {
  it('is the mean of recall@10 and NDCG@10 over the kinds of tasks', () => {
    expect(
      overallQuality({
        'next purchase': { queries: 900, recall: { 10: 0.4 }, ndcg: { 10: 0.2 } },
        anchors: { queries: 1, recall: { 10: 0.8 }, ndcg: { 10: 0.6 } },
      }),
    ).toBeCloseTo(0.5);
  });

  it('leaves out a kind without tasks', () => {
    expect(overallQuality({ ...quality(0.3), ...nothing })).toBeCloseTo(0.3);
    expect(overallQuality(nothing)).toBeNull();
  });
});

describe('a candidate', () => {
  it('passes when it is better than the model in service and than no model', () => {
    expect(judgeCandidate({ candidate: quality(0.3), unranked: quality(0.2), inService: inService(0.25) })).toEqual({
      passes: true,
      findings: ['0.3000 against 0.2500 of the-old-one, the model in service'],
    });
  });

  it('passes without a model in service when it is as good as the first-stage order', () => {
    expect(judgeCandidate({ candidate: quality(0.2), unranked: quality(0.2), inService: null })).toEqual({
      passes: true,
      findings: ['0.2000, unranked 0.2000'],
    });
  });

  it('may measure 1 % less than the model in service', () => {
    const judge = (own: number) =>
      judgeCandidate({ candidate: quality(own), unranked: quality(0.2), inService: inService(0.4) });
    expect(judge(0.3961)).toMatchObject({ passes: true });
    expect(judge(0.3959)).toEqual({
      passes: false,
      findings: [
        'it ranks worse than what serves: 0.3959 against 0.4000 of the-old-one, the model in service (1.0 % less, 1 % is tolerated)',
      ],
    });
  });

  it('does not pass when the first-stage order is better, however bad the model in service is', () => {
    expect(judgeCandidate({ candidate: quality(0.2), unranked: quality(0.21), inService: inService(0.1) })).toEqual({
      passes: false,
      findings: ['it ranks worse than no model: 0.2000 against 0.2100 of the unranked order'],
    });
  });

  it('gets a finding for each failed comparison', () => {
    const { findings } = judgeCandidate({ candidate: quality(0.1), unranked: quality(0.2), inService: inService(0.3) });
    expect(findings).toHaveLength(2);
  });

  it('does not pass when there is nothing to judge it by, or when its figures are NaN', () => {
    expect(judgeCandidate({ candidate: nothing, unranked: nothing, inService: null })).toEqual({
      passes: false,
      findings: ['there are no purchases to judge it by'],
    });
    expect(judgeCandidate({ candidate: quality(Number.NaN), unranked: quality(0), inService: null }).passes).toBe(
      false,
    );
  });

  it('passes against a model in service without figures', () => {
    const helpless = { version: 'the-old-one', quality: nothing };
    expect(judgeCandidate({ candidate: quality(0.2), unranked: quality(0.2), inService: helpless }).passes).toBe(true);
  });
});

describe('a candidate that was measured on few purchases', () => {
  const few = (queries: number): RankingQuality => ({
    'next purchase': { queries, recall: { 10: 1 }, ndcg: { 10: 1 } },
  });

  it('does not pass, however well it measures', () => {
    expect(judgeCandidate({ candidate: few(19), unranked: few(19), inService: null })).toEqual({
      passes: false,
      findings: ['it was measured on 19 purchases only, and 20 are the fewest that say anything'],
    });
  });

  it('passes with twenty, of any kinds of tasks', () => {
    const mixed = { ...few(12), anchors: { queries: 8, recall: { 10: 1 }, ndcg: { 10: 1 } } };
    expect(judgeCandidate({ candidate: few(20), unranked: few(20), inService: null }).passes).toBe(true);
    expect(judgeCandidate({ candidate: mixed, unranked: mixed, inService: null }).passes).toBe(true);
  });
});
