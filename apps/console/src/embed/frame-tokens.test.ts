import { FrameTokens } from './frame-tokens.ts';

const start = Date.parse('2026-11-20T08:00:00Z');
/** A token that the service issued at that instant, for 10 minutes. */
const tokenOf = (instant: number) => `x.${btoa(JSON.stringify({ iat: instant / 1000, exp: instant / 1000 + 600 }))}.x`;

test('a token is kept until it is about to expire, and replaced then', async () => {
  let now = start;
  let asked = 0;
  const askForToken = async () => {
    asked += 1;
    return tokenOf(now);
  };
  const tokens = new FrameTokens({ link: { askForToken }, now: () => now });
  expect(tokens.newest).toBe('');
  const first = await tokens.fresh();
  expect(await tokens.fresh()).toBe(first);
  now += 500_000;
  expect(await tokens.fresh()).toBe(first);
  now += 20_000;
  const second = await tokens.fresh();
  expect([asked, second === first, tokens.newest]).toEqual([2, false, second]);
});

test('a token is replaced before it expires also where the clock is slow', async () => {
  let passed = 0;
  let asked = 0;
  const askForToken = async () => {
    asked += 1;
    return tokenOf(start + passed);
  };
  const tokens = new FrameTokens({ link: { askForToken }, now: () => start - 120_000 + passed });
  const first = await tokens.fresh();
  passed = 500_000;
  expect(await tokens.fresh()).toBe(first);
  passed = 520_000;
  expect(await tokens.fresh()).not.toBe(first);
  expect(asked).toBe(2);
});

test('a token that the service refused is replaced at once', async () => {
  const given = ['first', 'second'];
  const tokens = new FrameTokens({ link: { askForToken: async () => given.shift() ?? '' }, now: () => start });
  await tokens.fresh();
  expect(await tokens.replace()).toBe('second');
});
