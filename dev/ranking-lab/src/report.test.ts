import { toReport, toReportText } from './report.ts';

const score = { id: 'ann 1', recall: 1, ndcg: 1, repeats: null, newItems: null, candidateRecall: null };

function measured(name: string) {
  return { name, scores: [score], seconds: 1, tuned: null };
}

it.each([
  ['return basket', '1.03'],
  ['anchors', '1.17'],
  ['next basket', '1.13'],
  ['next purchase', '1.00'],
] as const)('the goal of %s is %s times the ensemble', (kind, goal) => {
  const report = toReport({ shop: 'gems', kind }, [measured('ensemble')], [measured('ours')], 1);
  expect(toReportText(report)).toContain(`ours by ensemble: 1.000 (95 %: 1.000 to 1.000; goal ${goal})`);
});
