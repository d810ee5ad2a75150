import { parseCommandLine, serviceMeasurements } from './command-line.ts';

it('the command line measures the services, but no rankings, by default', () => {
  expect(parseCommandLine([])).toEqual({
    measurements: serviceMeasurements,
    rankingData: null,
    events: 1_000_000,
    rounds: 3,
    seconds: 5,
    profile: false,
    help: false,
  });
});

it.each(['painted', 'memory'])('the command line measures %s, which has no baseline, only on request', (name) => {
  expect(parseCommandLine([]).measurements).not.toContain(name);
  expect(parseCommandLine(['--only', name]).measurements).toEqual([name]);
});

it.each(['--help', '-h'])('the option %s requests the usage', (argument) => {
  expect(parseCommandLine([argument]).help).toBe(true);
});

it('the command line measures rankings with the purchase histories of a folder', () => {
  const args = '--only ranking-quality --data shops --held-out one=a.csv --held-out other=b.csv --full --scores kept';
  expect(parseCommandLine(args.split(' '))).toMatchObject({
    measurements: [],
    rankingData: {
      directory: 'shops',
      heldOut: new Map([
        ['one', 'a.csv'],
        ['other', 'b.csv'],
      ]),
      full: true,
      scoresDirectory: 'kept',
    },
  });
});

it.each([
  ['--only speed', /^--only takes throughput, .*, ranking-quality, not "speed"$/],
  ['--rounds 0', '--rounds must be a whole number from 1, not "0"'],
  ['--only ranking-quality', 'ranking-quality needs purchase histories: --data DIR'],
  ['--only latency --data shops', '--data is for ranking-quality, which --only does not name'],
  ['--data shops --held-out a.csv', '--held-out must be SHOP=FILE, not "a.csv"'],
])('the command line reports the invalid argument in %s', (line, message) => {
  expect(() => parseCommandLine(line.split(' '))).toThrow(message);
});
