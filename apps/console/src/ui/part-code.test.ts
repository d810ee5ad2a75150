import { PartCode } from './part-code.ts';

/** A server whose code is missing at first. */
function server({ isReplaced = false } = {}) {
  const there = { code: null as string | null, reads: 0 };
  const code = new PartCode({
    read: async () => {
      there.reads += 1;
      if (there.code === null) throw new TypeError('Failed to fetch dynamically imported module');
      return there.code;
    },
    isReplaced: async () => isReplaced,
  });
  return { there, code };
}

test('code that could not be read is read again', async () => {
  const { there, code } = server();
  await code.load();
  expect(code.state()).toEqual({ is: 'failed' });
  there.code = 'notes';
  await code.load();
  expect(code.state()).toEqual({ is: 'loaded', part: 'notes' });
});

test('code that is asked for again while its reading fails is read once more', async () => {
  const { there, code } = server();
  const reading = code.load();
  there.code = 'notes';
  await code.load();
  await reading;
  expect(code.state()).toEqual({ is: 'loaded', part: 'notes' });
  expect(there.reads).toBe(2);
});

test('code is read once, also by two at the same time', async () => {
  const { there, code } = server();
  there.code = 'notes';
  await Promise.all([code.load(), code.load()]);
  await code.load();
  expect(there.reads).toBe(1);
});

test('after a failure it is known whether the service has another build, and listeners are told', async () => {
  const { code } = server({ isReplaced: true });
  const seen: string[] = [];
  const stop = code.subscribe(() => seen.push(code.state().is));
  await code.load();
  stop();
  await code.load();
  expect(seen).toEqual(['loading', 'replaced']);
});
