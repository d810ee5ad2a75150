import '../texts/testing.ts';
import { z } from 'zod';
import { BrandApi } from './brand-api.ts';

const schema = z.object({ name: z.string() });
const answer = { name: 'Olga' };

/** Returns the API of a brand whose requests get that response, and the list of sent requests. */
function apiWith(respond: () => Response, token: string | null = null) {
  const asked: [path: string, init: RequestInit | undefined][] = [];
  const fetch = async (path: string, init?: RequestInit) => {
    asked.push([path, init]);
    return respond();
  };
  return { api: new BrandApi({ fetch, brand: 'acme', token }), asked };
}

test('BrandApi sends requests below the path of the brand', async () => {
  const { api, asked } = apiWith(() => Response.json(answer));
  expect(await api.get('me', schema)).toEqual(answer);
  expect(asked).toEqual([['/acme/me', { method: 'GET', headers: {} }]]);
});

test('BrandApi sends the token in a header, never in a path', async () => {
  const { api, asked } = apiWith(() => Response.json(answer), 'a.b.c');
  await api.get('me', schema);
  expect(asked).toEqual([['/acme/me', { method: 'GET', headers: { Authorization: 'Bearer a.b.c' } }]]);
});

test('BrandApi sends bodies as JSON', async () => {
  const { api, asked } = apiWith(() => Response.json(answer));
  await api.post('settings/api-keys', { label: null }, schema);
  expect(asked[0]?.[1]).toMatchObject({ method: 'POST', body: '{"label":null}' });
});

test.each<[string, () => Response, { status: number; message: string | RegExp }]>([
  [
    "an error in the page's words",
    () => Response.json({ detail: 'Only owners of the brand may do this.' }, { status: 403 }),
    { status: 403, message: 'Only owners of your organisation may do this.' },
  ],
  [
    'what is wrong with fields',
    () =>
      Response.json(
        { detail: [{ type: 'too_long', loc: ['body', 'label'], msg: 'label must not be longer than 200 characters' }] },
        { status: 422 },
      ),
    { status: 422, message: 'Use at most 200 characters.' },
  ],
  [
    'an error of the service as that, not as a refusal',
    () => Response.json({ detail: 'internal error', request_id: '1' }, { status: 500 }),
    { status: 500, message: /^Callside could not do this because of an error in it\..+ Request id: 1$/ },
  ],
  [
    'another reason of a failure',
    () => Response.json({ detail: 'Something new', request_id: '1' }, { status: 503 }),
    { status: 503, message: 'Callside could not do this: Something new' },
  ],
  ['a page of a proxy', () => new Response('<html>', { status: 502 }), { status: 502, message: /cannot be reached/ }],
  ['an answer of another shape', () => Response.json({}), { status: 0, message: /cannot read/ }],
  [
    'no answer',
    () => {
      throw new TypeError('network');
    },
    { status: 0, message: /cannot be reached/ },
  ],
])('BrandApi reports %s', async (_title, respond, { status, message }) => {
  const { api } = apiWith(respond);
  await expect(api.get('settings/api-keys', schema)).rejects.toMatchObject({
    status,
    message: message instanceof RegExp ? expect.stringMatching(message) : message,
  });
});
