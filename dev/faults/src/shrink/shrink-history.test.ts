import { goodHistory, recorded, withMore } from '../../test/support/sample-history.ts';
import { checkHistory } from '../check/check-history.ts';
import { shrinkHistory } from './shrink-history.ts';

// The second `sent` is that of the resume: without it, the end of the pause would be unknown.
it('shrinking keeps only the occurrences that show a recording during a pause', () => {
  const history = withMore(goodHistory(), recorded(20_000, 20_500));
  const [violation] = checkHistory(history).violations;
  const shortest = shrinkHistory(history, violation!);
  expect(shortest.occurrences.map(({ type }) => type).sort()).toEqual([
    'answered',
    'companion',
    'recorded',
    'sent',
    'sent',
  ]);
});

it('shrinking keeps only the sending and the acknowledgement of a lost row', () => {
  const history = goodHistory();
  history.onFile.events = history.onFile.events.filter(({ event }) => event !== 'call-ended');
  const violation = checkHistory(history).violations.find(({ text }) => text.includes('0 rows'));
  const shortest = shrinkHistory(history, violation!);
  expect(shortest.occurrences.map(({ type }) => type)).toEqual(['sent', 'answered']);
});

it('shrinking leaves out faults of other times', () => {
  const fault = { type: 'fault', fault: 1, kind: 'kill', target: { kind: 'redis' } } as const;
  const near = { ...fault, fault: 2 };
  const history = withMore(
    goodHistory(),
    recorded(20_000, 20_500),
    { ...near, at: 11_000, phase: 'begins' },
    { ...near, at: 12_000, phase: 'ends' },
    { ...fault, at: 80_000, phase: 'begins' },
    { ...fault, at: 81_000, phase: 'ends' },
  );
  const [violation] = checkHistory(history).violations;
  const faults = shrinkHistory(history, violation!).occurrences.filter(({ type }) => type === 'fault');
  expect(faults.map(({ at }) => at)).toEqual([11_000, 12_000]);
});

it('shrinking leaves out other reps', () => {
  const history = withMore(goodHistory(), recorded(20_000, 20_500));
  history.reps.push({ rep: 'rep 2', email: 'rep2@faults.example' });
  const [violation] = checkHistory(history).violations;
  expect(shrinkHistory(history, violation!).reps).toEqual([{ rep: 'rep 1', email: 'rep1@faults.example' }]);
});

it('shrinking does not change a history that does not fail', () => {
  const history = goodHistory();
  const violation = { rule: 'a version never decreases', subject: 'a tab', at: 1, text: '' } as const;
  expect(shrinkHistory(history, violation)).toBe(history);
});
