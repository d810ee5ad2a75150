import type { Readiness } from './recent-readiness.ts';
import { recentReadiness } from './recent-readiness.ts';

let time = 0;
let asked = 0;
let answer: () => Promise<Readiness>;
let read: () => Promise<Readiness>;

beforeEach(() => {
  time = 0;
  asked = 0;
  answer = async () => ({ ok: true, sections: {} });
  read = recentReadiness(
    () => {
      asked++;
      return answer();
    },
    () => time,
  );
});

test('a thousand concurrent callers cause one check', async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => read()));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(asked).toBe(1);
});

test('a result is used for a second', async () => {
  await read();
  time = 999;
  await read();
  expect(asked).toBe(1);
  time = 1_000;
  await read();
  expect(asked).toBe(2);
});

test('the second begins when the result arrives, also after a slow check', async () => {
  let tell = (_: Readiness) => {};
  answer = () => new Promise((resolve) => (tell = resolve));
  const first = read();
  time = 5_000;
  const second = read();
  tell({ ok: true, sections: {} });
  await Promise.all([first, second]);
  time = 5_999;
  await read();
  expect(asked).toBe(1);
});

test('a failed check counts as not ready, and is repeated a second later', async () => {
  answer = () => Promise.reject(new Error('database away'));
  expect(await read()).toEqual({ ok: false, sections: {} });
  answer = async () => ({ ok: true, sections: {} });
  expect((await read()).ok).toBe(false);
  time = 1_000;
  expect((await read()).ok).toBe(true);
});
