import { createBrandApi } from './brand-api.ts';

const user = {
  id: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  email: 'olga@reps.example',
  name: 'Olga',
  role: 'owner',
  brand: 'acme',
};

/** A service that returns the response in `answers` for a path, and records the requests. */
function serviceWith(answers: Record<string, () => Response>) {
  const asked: [path: string, init: RequestInit | undefined][] = [];
  const api = createBrandApi(async (path, init) => {
    asked.push([path, init]);
    const answer = answers[path];
    if (answer === undefined) throw new TypeError(`nobody answers at ${path}`);
    return answer();
  });
  return { api, asked };
}

const brand = { '/console/brand': () => Response.json({ slug: 'acme' }) };

test('sends requests below the path of the brand, which it looks up once', async () => {
  const { api, asked } = serviceWith({ ...brand, '/acme/me': () => Response.json(user) });
  await api.me();
  expect(await api.me()).toEqual(user);
  expect(asked.map(([path]) => path)).toEqual(['/console/brand', '/acme/me', '/acme/me']);
});

test('looks up the brand again after a failure', async () => {
  let isUp = false;
  const { api } = serviceWith({
    '/console/brand': () => (isUp ? Response.json({ slug: 'acme' }) : Response.json({ detail: 'no' }, { status: 503 })),
    '/acme/me': () => Response.json(user),
  });
  await expect(api.me()).rejects.toMatchObject({ status: 503 });
  isUp = true;
  expect(await api.me()).toEqual(user);
});

test('sends the token in a header, never in a path', async () => {
  const { api, asked } = serviceWith({ ...brand, '/acme/sign-in': () => Response.json(user) });
  await api.signIn('a.b.c');
  expect(asked.at(-1)).toEqual(['/acme/sign-in', { method: 'POST', headers: { Authorization: 'Bearer a.b.c' } }]);
});

test('an empty label becomes null, and a key does not expire by default', async () => {
  const issued = {
    id: user.id,
    key: `cs_live_${'0'.repeat(40)}`,
    feature: 'call-events',
    brand: 'acme',
    label: null,
    created_at: '2026-11-20T08:30:00.000Z',
    expires_at: null,
  };
  const { api, asked } = serviceWith({ ...brand, '/acme/settings/api-keys': () => Response.json(issued) });
  expect(await api.issueKey({ feature: 'call-events', label: '  ', expiresIn: null })).toEqual(issued);
  expect(asked.at(-1)?.[1]?.body).toBe('{"feature":"call-events","label":null,"expires_in":null}');
});

test.each<[string, () => Response, { status: number; message: string | RegExp }]>([
  [
    "an error in the service's words",
    () => Response.json({ detail: 'Only owners of the brand may do this.' }, { status: 403 }),
    { status: 403, message: 'Only owners of the brand may do this.' },
  ],
  [
    'what is wrong with fields',
    () =>
      Response.json(
        { detail: [{ type: 'too_long', loc: ['body', 'label'], msg: 'label must not be longer than 200 characters' }] },
        { status: 422 },
      ),
    { status: 422, message: 'label must not be longer than 200 characters' },
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
])('reports %s', async (_title, answer, { status, message }) => {
  const { api } = serviceWith({ ...brand, '/acme/settings/api-keys': answer });
  await expect(api.listKeys()).rejects.toMatchObject({
    status,
    message: message instanceof RegExp ? expect.stringMatching(message) : message,
  });
});
