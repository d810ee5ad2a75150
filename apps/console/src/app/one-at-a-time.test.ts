import { oneAtATime } from './one-at-a-time.ts';

test('work does not begin again before it has ended, also when it fails', async () => {
  let end: (answer: Promise<boolean>) => void = () => undefined;
  let begun = 0;
  const work = oneAtATime({ current: false }, () => {
    begun += 1;
    return new Promise<boolean>((resolve) => {
      end = resolve;
    });
  });
  const first = work();
  expect(await work()).toBe(false);
  end(Promise.resolve(true));
  expect(await first).toBe(true);
  const second = work();
  end(Promise.reject(new Error('refused')));
  expect(await second).toBe(false);
  void work();
  expect(begun).toBe(3);
});
