import fc from 'fast-check';
import { createSessionTokens } from './session-token.ts';

const { issue, verify } = createSessionTokens({ secrets: ['a secret of the tests, long enough to use'] });
const now = new Date('2026-11-21T12:00:00Z');

describe('verify', () => {
  it('refuses any text that is not a token, without throwing', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.base64String(), fc.base64String(), fc.base64String()).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(verify(token, 'tab', now)).toBeNull();
      }),
    );
  });

  it('refuses a token with one changed character', async () => {
    const { token } = issue({ userId: 'u1', brandId: 'b1', audience: 'tab', ttlSeconds: 60, now });
    // The last character of the signature carries unused bits.
    const place = fc.nat(token.length - 2);
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...'ABCxyz019-_.'), async (at, letter) => {
        fc.pre(token[at] !== letter);
        expect(verify(token.slice(0, at) + letter + token.slice(at + 1), 'tab', now)).toBeNull();
      }),
    );
  });
});
