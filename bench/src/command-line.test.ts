import { parseCommandLine, serviceMeasurements } from './command-line.ts';

it('measures the services, but no rankings, by default', () => {
  expect(parseCommandLine([])).toEqual({
    measurements: serviceMeasurements,
    rankingData: null,
    events: 1_000_000,
    largeShopSize: { products: 100_000, customers: 100_000, lines: 1_000_000 },
    rounds: 3,
    seconds: 5,
    profile: false,
    help: false,
  });
});

it.each(['--help', '-h'])('asks for the usage with %s', (argument) => {
  expect(parseCommandLine([argument]).help).toBe(true);
});

it('measures rankings with the purchase histories of a folder', () => {
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
      bundledModel: false,
    },
  });
});

it.each([
  ['--only speed', /^--only knows throughput, .*, ranking-quality, not "speed"$/],
  ['--products 0', '--products wants a whole number from 1, not "0"'],
  ['--bundled-model', '--bundled-model wants --data DIR'],
  ['--rounds 0', '--rounds wants a whole number from 1, not "0"'],
  ['--only ranking-quality', 'ranking-quality wants purchase histories: --data DIR'],
  ['--only latency --data shops', '--data is for ranking-quality, which --only leaves out'],
  ['--data shops --held-out a.csv', '--held-out wants SHOP=FILE, not "a.csv"'],
])('reports what is wrong with %s', (line, message) => {
  expect(() => parseCommandLine(line.split(' '))).toThrow(message);
});
