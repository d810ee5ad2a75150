import { describeOldOrders, describePublishing, describeVerdict } from './model-report.ts';

const quality = { all: { difference: 0, low: 0, high: 0, purchases: 900, customers: 700 }, segments: {} };
const nothing = { artifact_version: 'default', problem: null };

function verdict(difference: number, low: number, high: number, rival: 'in_service' | 'unranked' = 'in_service') {
  return describeVerdict({
    comparisons: [{ with: rival, difference, low, high, purchases: 900, customers: 700, quality }],
    in_service: nothing,
  });
}

it('says how much more the new model finds, in one sentence with the interval', () => {
  expect(verdict(0.04, 0.02, 0.06)).toBe(
    'The new model finds 4 % more of what customers bought than the model in service; between 2 % and 6 %.',
  );
});

it('says how much less it finds, with the smaller figure first', () => {
  expect(verdict(-0.031, -0.05, -0.012)).toBe(
    'The new model finds 3.1 % less of what customers bought than the model in service; between 1.2 % and 5 %.',
  );
});

it('claims neither a difference nor that there is none when the interval contains zero', () => {
  expect(verdict(0.143, -0.513, 1.669)).toBe(
    'No clear difference in what the new model finds compared with the model in service: the change is between -51.3 % and 166.9 %.',
  );
});

it('says that both find the same when no purchase shows a difference', () => {
  expect(verdict(0, 0, 0)).toBe('The new model finds the same share of what customers bought as the model in service.');
});

it('compares with the order without a model when nothing in service can be compared, and says why', () => {
  expect(
    describeVerdict({
      comparisons: [
        { with: 'unranked', difference: 0.1, low: 0.05, high: 0.2, purchases: 900, customers: 700, quality },
      ],
      in_service: { ...nothing, problem: 'it was trained on other features' },
    }),
  ).toBe(
    'The new model finds 10 % more of what customers bought than the order without a model; between 5 % and 20 %. It is not compared with what is in service: it was trained on other features.',
  );
});

it('says that there is no comparison when nothing was measured', () => {
  const report = { comparisons: [], in_service: nothing };
  expect(describeVerdict(report)).toContain('not compared');
});

it('warns when the orders end more than 90 days ago', () => {
  const now = new Date('2026-11-27T10:00:00Z');
  const warningOf = (to: string) => describeOldOrders({ evaluated_on: { from: '1996-01-01', to } }, now);
  expect(warningOf('1996-04-05')).toBe(
    'The latest order is of 1996-04-05, 11,193 days ago. What customers buy now may be different: check the dates, or import newer orders.',
  );
  expect(warningOf('2026-08-28')).not.toBeNull();
  expect(warningOf('2026-08-29')).toBeNull();
});

it('suggests to publish only a model that would be published', () => {
  const findings = ['it ranks worse than old'];
  expect(describePublishing({ verdict: 'better', findings: [] }, 'callside model publish 1')).toBe(
    'To put it into service: callside model publish 1',
  );
  const unknown = { verdict: 'not_shown_to_be_better', findings: ['9 purchases are too few'] } as const;
  expect(describePublishing(unknown, 'callside model publish 1')).toBe(
    'To put it into service: callside model publish 1 (9 purchases are too few)',
  );
  expect(describePublishing({ verdict: 'worse', findings }, 'callside model publish 1')).toBe(
    'callside model publish 1 would refuse it without --force: it ranks worse than old',
  );
});
