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

test('a thousand who ask at once are one question', async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => read()));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(asked).toBe(1);
});

test('an answer is good for a second', async () => {
  await read();
  time = 999;
  await read();
  expect(asked).toBe(1);
  time = 1_000;
  await read();
  expect(asked).toBe(2);
});

test('the second counts from the answer, however long that took', async () => {
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

test('a question that fails is answered no, and asked again a second later', async () => {
  answer = () => Promise.reject(new Error('database away'));
  expect(await read()).toEqual({ ok: false, sections: {} });
  answer = async () => ({ ok: true, sections: {} });
  expect((await read()).ok).toBe(false);
  time = 1_000;
  expect((await read()).ok).toBe(true);
});
