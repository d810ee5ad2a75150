import { parseVoidRequest } from './purchase-request.ts';

test('the card numbers of who voids a purchase and why are masked', () => {
  expect(parseVoidRequest({ by: 'dana 5500000000000004', reason: 'paid with 4111 1111 1111 1111' })).toEqual({
    by: 'dana ************0004',
    reason: 'paid with **** **** **** 1111',
  });
});

test('a void says neither when both are empty, null or absent', () => {
  for (const body of [{}, { by: null, reason: null }, { by: '', reason: '' }]) {
    expect(parseVoidRequest(body)).toEqual({ by: null, reason: null });
  }
});
