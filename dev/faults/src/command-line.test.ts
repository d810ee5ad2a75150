import { parseCommandLine } from './command-line.ts';

const parse = (text: string) => parseCommandLine(text.split(' ').filter(Boolean), { output: 'results' });

it('the command line has default values for the seed, the minutes and the instances', () => {
  expect(parse('')).toMatchObject({ seed: 1, minutes: 10, instances: 3, output: 'results', isHelp: false });
});

it('the command line accepts a seed and minutes', () => {
  expect(parse('--seed 7 --minutes 0.5')).toMatchObject({ seed: 7, minutes: 0.5 });
});

it('the command line accepts a history to check', () => {
  expect(parse('--check seed-7.ndjson')).toMatchObject({ historyFile: 'seed-7.ndjson' });
});

it('the command line names the invalid option', () => {
  expect(() => parse('--seed x')).toThrow('--seed must be a whole number from 0, not "x"');
  expect(() => parse('--instances 1.5')).toThrow('--instances must be a whole number from 1, not "1.5"');
});
