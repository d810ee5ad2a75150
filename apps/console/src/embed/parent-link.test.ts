import type { DeskMessage } from '@callside/client';
import * as fakeTimers from '@sinonjs/fake-timers';
import { ParentLink } from './parent-link.ts';

const crm = 'https://crm.example';
const other = 'https://other.example';

function frame() {
  const sent: string[] = [];
  const parent = { postMessage: ({ type }: DeskMessage, target: string) => void sent.push(`${type} to ${target}`) };
  const link = new ParentLink({ parent, origins: [crm, other] });
  const give = (token: unknown, from: object = {}) =>
    link.receive({ data: { type: 'callside.token', token }, origin: crm, source: parent, ...from });
  return { link, sent, give };
}

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});
afterEach(() => clock.uninstall());

test('the frame asks only the allowed origins until the page answers, and then only its origin', async () => {
  const { link, sent, give } = frame();
  const asked = link.askForToken();
  expect(sent).toEqual([`callside.token-wanted to ${crm}`, `callside.token-wanted to ${other}`]);
  clock.tick(3_000);
  expect(sent).toHaveLength(4);
  give('first');
  expect(await asked).toBe('first');
  clock.tick(60_000);
  expect(sent).toHaveLength(4);
  link.tell({ type: 'callside.call-started', reference: 'r1' });
  expect(sent.slice(4)).toEqual([`callside.call-started to ${crm}`]);
});

test('the frame takes no token from another origin or another window, and no other message', async () => {
  const { link, sent, give } = frame();
  const asked = link.askForToken();
  give('stolen', { origin: 'https://evil.example' });
  give('stolen', { source: {} });
  give('');
  give(7);
  link.receive({ data: 'callside.token', origin: crm, source: null });
  clock.tick(3_000);
  expect(sent).toHaveLength(4);
  give('good');
  expect(await asked).toBe('good');
});

test('several requests at once share one answer', async () => {
  const { link, sent, give } = frame();
  const asked = Promise.all([link.askForToken(), link.askForToken()]);
  expect(sent).toHaveLength(2);
  give('shared');
  expect(await asked).toEqual(['shared', 'shared']);
});
