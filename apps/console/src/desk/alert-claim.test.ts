import { type ClaimPlace, claimAlert } from './alert-claim.ts';

function tabs(count: number, withLocks: boolean): ClaimPlace[] {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let queue: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<boolean>) => {
    const turn = queue.then(work);
    queue = turn;
    return turn;
  };
  return Array.from({ length: count }, (_, index) => ({
    store,
    locks: withLocks ? { request } : null,
    userId: 'robin',
    kind: 'sound',
    tabId: String(index),
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }));
}

describe.each([
  ['tabs with locks', true],
  ['tabs without locks, as over plain HTTP', false],
])('%s', (_title, withLocks) => {
  test('exactly one of several tabs gives the alert of a call', async () => {
    const claims = await Promise.all(tabs(5, withLocks).map((tab) => claimAlert(tab, 'call-1')));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test('a repeated start gives no alert, and the next call gives one', async () => {
    const [tab, another] = tabs(2, withLocks);
    expect(await claimAlert(tab!, 'call-1')).toBe(true);
    expect(await claimAlert(another!, 'call-1')).toBe(false);
    expect(await claimAlert(tab!, 'call-1')).toBe(false);
    expect(await claimAlert(another!, 'call-2')).toBe(true);
  });

  test('one tab may give the notification, and another one the sound', async () => {
    const [silent, other] = tabs(2, withLocks);
    expect(await claimAlert({ ...silent!, kind: 'notification' }, 'call-1')).toBe(true);
    expect(await claimAlert(other!, 'call-1')).toBe(true);
    expect(await claimAlert({ ...other!, kind: 'notification' }, 'call-1')).toBe(false);
  });
});
