import { CallsideError } from '@callside/client';
import { failureOf } from './recommender.store.ts';

const answered = (status: number | null, detail: string | null, message = `POST /purchase was answered ${status}`) =>
  new CallsideError(message, { status, detail, requestId: null, attempts: 1 });

test.each<[string, Error]>([
  ['a 422', answered(422, null)],
  ['the 404 of an unknown recommendation', answered(404, 'There is no such recommendation.')],
])('%s ends the reports of a sale', (_what, error) => {
  expect(failureOf(error)).toBe('refused');
});

test.each<[string, Error]>([
  ['the 404 of a proxy', answered(404, null)],
  ['the 404 of an address that no service has', answered(404, 'Not Found')],
  ['the 404 of a host that another service does not serve', answered(404, 'This host is not served here.')],
  ['a 401, which a new key ends', answered(401, 'Invalid or missing API key.')],
  ['a 503', answered(503, 'retry later')],
  ['an error that is no answer', new TypeError('not an answer')],
])('a sale is reported again after %s', (_what, error) => {
  expect(failureOf(error)).toBe('unavailable');
});

test('an answer that took too long is told apart', () => {
  expect(failureOf(answered(null, null, 'POST /purchase was not answered within 2000 ms'))).toBe('late');
});
