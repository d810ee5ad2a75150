import { FrameTokens } from './frame-tokens.ts';

const start = Date.parse('2026-11-20T08:00:00Z');
const tokenUntil = (instant: number) => `x.${btoa(JSON.stringify({ exp: instant / 1000 }))}.x`;

test('a token is kept until it is about to expire, and replaced then', async () => {
  let now = start;
  let asked = 0;
  const askForToken = async () => {
    asked += 1;
    return tokenUntil(now + 600_000);
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

test('a token that the service refused is replaced at once', async () => {
  const given = ['first', 'second'];
  const tokens = new FrameTokens({ link: { askForToken: async () => given.shift() ?? '' }, now: () => start });
  await tokens.fresh();
  expect(await tokens.replace()).toBe('second');
});
