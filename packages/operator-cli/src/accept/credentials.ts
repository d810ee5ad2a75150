import { randomBytes } from 'node:crypto';
import { expectStatus, expectThat } from './expect.ts';
import type { Check } from './site.ts';
import { expectNoSchema } from './validation.ts';

const keyForm = /^[^_\s]+_live_[0-9a-f]{40}$/;
const unknownKey = () => `cs_live_${randomBytes(20).toString('hex')}`;

/** Hosts and keys. */
export const credentialChecks: readonly Check[] = [
  {
    name: 'other-host',
    run: async ({ events, run }) => {
      const answer = await events.send('hold-ended', events.body(), { host: `${run}.invalid` });
      expectStatus('an event for another host', answer, 404);
    },
  },
  {
    name: 'key-form',
    run: async ({ key }) => {
      expectThat(keyForm.test(key), 'the key is not <KEY_PREFIX>_live_ and 40 hexadecimal characters');
    },
  },
  {
    name: 'key-required',
    run: async ({ events }) => {
      for (const [what, key] of [
        ['no key', null],
        ['an empty key', ''],
        ['a malformed key', 'secret'],
        ['an unknown key', unknownKey()],
      ] as const) {
        expectStatus(`an event with ${what}`, await events.send('hold-ended', events.body(), { key }), 401);
      }
    },
  },
  {
    name: 'key-before-body',
    run: async ({ events }) => {
      const answer = await events.send('call-started', '{"agent_email": 7}', { key: unknownKey() });
      expectStatus('a bad body with a bad key', answer, 401);
      expectNoSchema('a bad key', answer);
    },
  },
  {
    name: 'not-json-with-bad-key',
    run: async ({ events }) => {
      const answer = await events.send('call-started', '{"agent_email": ', { key: unknownKey() });
      expectStatus('broken JSON with a bad key', answer, 422);
      expectNoSchema('broken JSON with a bad key', answer);
    },
  },
  {
    name: 'key-not-in-url',
    run: async ({ events, key }) => {
      for (const name of ['X-API-Key', 'api_key', 'key']) {
        const query = `?${name}=${encodeURIComponent(key)}`;
        expectStatus('a key in the URL', await events.send('hold-ended', events.body(), { key: null, query }), 401);
      }
    },
  },
  {
    name: 'key-cannot-read',
    needs: ['reads'],
    run: async ({ statusWithKey }) => {
      for (const path of ['/chats', '/events', '/settings/api-keys']) {
        const status = await statusWithKey(path);
        expectThat(status === 401 || status === 403, `a read with the webhook key is answered ${status}`);
      }
    },
  },
  {
    name: 'key-of-one-feature',
    needs: ['recommender'],
    run: async ({ recommender, key }) => {
      expectStatus(
        '/recommend with the webhook key',
        await recommender.post('/recommend', recommender.body(), key),
        401,
      );
    },
  },
];
