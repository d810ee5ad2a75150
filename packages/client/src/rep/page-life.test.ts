import { createPageLife } from './page-life.ts';

class FakeWindow extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  readonly navigator = { onLine: true };
}

function listenTo(window: FakeWindow) {
  const heard: string[] = [];
  const stop = createPageLife(window).listen({
    onWake: () => heard.push('wake'),
    onNetworkChange: () => heard.push('network'),
  });
  return { heard, stop };
}

test('onWake is called when the page is shown, and not when it is hidden', () => {
  const window = new FakeWindow();
  const { heard } = listenTo(window);
  window.document.visibilityState = 'hidden';
  window.document.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toEqual([]);
  window.document.visibilityState = 'visible';
  window.document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pageshow'));
  expect(heard).toEqual(['wake', 'wake']);
});

test('a network loss or restoration is reported until the listener is stopped', () => {
  const window = new FakeWindow();
  const { heard, stop } = listenTo(window);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  stop();
  window.dispatchEvent(new Event('online'));
  window.document.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toEqual(['network', 'network']);
});

test('isOnline says whether there is a network', () => {
  const window = new FakeWindow();
  const page = createPageLife(window);
  expect(page.isOnline()).toBe(true);
  window.navigator.onLine = false;
  expect(page.isOnline()).toBe(false);
});

test('a program without a page is always online and never wakes', () => {
  const page = createPageLife();
  expect(page.isOnline()).toBe(true);
  expect(() => page.listen({ onWake: () => {}, onNetworkChange: () => {} })()).not.toThrow();
});
