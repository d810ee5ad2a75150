import type { RelativeDifference } from '../../learning/index.ts';
import { judgeCandidate } from './publish-gate.ts';

const measured = (difference: number, low: number, high: number, purchases = 500): RelativeDifference => {
  return { difference, low, high, purchases, customers: 100 };
};
const better = measured(0.04, 0.02, 0.06);
const uncertain = measured(0.02, -0.02, 0.06);
const worse = measured(-0.05, -0.08, -0.02);
const muchWorse = measured(-0.1, -0.15, -0.05);
const same = measured(0, 0, 0);
const few = (one: RelativeDifference) => ({ ...one, purchases: 19 });
const ofFew = (one: RelativeDifference) => ({ ...one, customers: 9 });

const name = 'the-old-one, the model in service';
const judge = (overall: RelativeDifference, segments: Record<string, RelativeDifference> = {}) =>
  judgeCandidate({ purchases: 1_000, rival: { name, differences: { overall, segments } } });

describe('the verdict on a candidate', () => {
  it.each([
    ['better with the whole interval above 0', better, {}, 'better'],
    ['better in both segments', better, { next_purchase: better, anchors: better }, 'better'],
    ['uncertain', uncertain, {}, 'not_shown_to_be_better'],
    ['uncertain in one segment', better, { next_purchase: better, anchors: uncertain }, 'better'],
    ['a little worse', measured(-0.03, -0.06, -0.005), {}, 'not_shown_to_be_better'],
    ['worse by just what is tolerated', measured(-0.03, -0.06, -0.01), {}, 'not_shown_to_be_better'],
    ['clearly worse', worse, {}, 'worse'],
    ['clearly worse in one segment', better, { next_purchase: better, anchors: muchWorse }, 'worse'],
    ['worse in one segment, less clearly', better, { next_purchase: better, anchors: worse }, 'better'],
    [
      'clearly worse in a segment of few purchases',
      better,
      { next_purchase: better, anchors: few(muchWorse) },
      'better',
    ],
    [
      'clearly worse in a segment of few customers',
      better,
      { next_purchase: better, anchors: ofFew(muchWorse) },
      'better',
    ],
    ['judged by its only segment', better, { next_purchase: worse, anchors: few(better) }, 'worse'],
    ['clearly worse on few purchases', few(worse), {}, 'not_shown_to_be_better'],
    ['clearly worse on those of few customers', ofFew(worse), {}, 'not_shown_to_be_better'],
    ['clearly better on few purchases', few(better), {}, 'not_shown_to_be_better'],
    ['the same', same, { next_purchase: same, anchors: same }, 'not_shown_to_be_better'],
  ])('that is %s', (_, overall, segments, verdict) => {
    expect(judge(overall, segments).verdict).toBe(verdict);
  });
});

describe('the finding', () => {
  it('gives the figures of a better one', () => {
    expect(judge(better).findings).toEqual([`it ranks 4.0 % better (2.0 % to 6.0 %) than ${name}`]);
  });

  it('says how many purchases would settle it', () => {
    // The interval of 1,040 purchases is 6.35 % to each side, and would be 2.1 % with 9.1 times as many.
    expect(judge(measured(0.021, -0.04, 0.087, 1_040)).findings).toEqual([
      `it is not shown to be better than ${name}: 2.1 % better (-4.0 % to 8.7 %); 1,040 purchases are too few, about 9,600 would settle it`,
    ]);
    expect(judge(measured(-0.03, -0.05, -0.005, 1_000)).findings).toEqual([
      `it is not shown to be better than ${name}: 3.0 % worse (-5.0 % to -0.5 %); 1,000 purchases are too few, about 1,300 would settle it`,
    ]);
    expect(judge(measured(0.001, -0.02, 0.02, 1_000)).findings).toEqual([
      `it is not shown to be better than ${name}: 0.1 % better (-2.0 % to 2.0 %); 1,000 purchases are too few, about 4,000 would show a difference of 1.0 %`,
    ]);
  });

  it('names each loss', () => {
    expect(judge(worse, { next_purchase: muchWorse, anchors: better })).toEqual({
      verdict: 'worse',
      findings: [
        `it ranks worse than ${name}: 5.0 % worse (-8.0 % to -2.0 %) in all (500 purchases)`,
        `it ranks worse than ${name}: 10.0 % worse (-15.0 % to -5.0 %) in next purchase (500 purchases)`,
      ],
    });
  });

  it('says that there is nothing to compare', () => {
    const verdict = 'not_shown_to_be_better';
    const nothing = `${name} finds nothing of what customers bought, so there is nothing to compare it with`;
    expect(judge(same).findings).toEqual([`it ranks as ${name}`]);
    expect(judgeCandidate({ purchases: 9, rival: null })).toEqual({
      verdict,
      findings: ['it is the model in service'],
    });
    expect(judgeCandidate({ purchases: 9, rival: { name, differences: null } })).toEqual({
      verdict,
      findings: [nothing],
    });
    expect(judgeCandidate({ purchases: 0, rival: { name, differences: null } })).toEqual({
      verdict,
      findings: ['there are no purchases to measure it on'],
    });
  });
});
