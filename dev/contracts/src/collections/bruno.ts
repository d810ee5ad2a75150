import language from '@usebruno/lang';
import type { Pair, PostmanCollection, PostmanRequest } from './postman.ts';

/** The files of a Bruno collection with the requests of a Postman collection, by their paths. */
export function createBrunoFiles({ info, item, variable }: PostmanCollection): Record<string, string> {
  const requests = item.flatMap(({ name: folder, item: requests }) =>
    requests.map((request, index) => [
      `${fileName(folder)}/${fileName(request.name)}.bru`,
      language.jsonToBruV2(brunoRequest(request, index + 1)),
    ]),
  );
  const variables = variable.map(({ key, value }) => ({ name: key, value, enabled: true, secret: false }));
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: info.name, type: 'collection' }, null, 2)}\n`,
    'environments/local.bru': language.envJsonToBruV2({ variables }),
    ...Object.fromEntries(requests),
  };
}

function brunoRequest({ name, request }: PostmanRequest, seq: number): object {
  const { method, url, header = [], body, auth, description } = request;
  const query = (url.query ?? []).filter(({ disabled }) => disabled !== true);
  const search = query.map(({ key, value }) => `${key}=${value}`).join('&');
  const hasBody = body?.raw !== undefined && body.raw !== '';
  return {
    meta: { name, type: 'http', seq },
    http: {
      method: method.toLowerCase(),
      url: `${url.host.join('.')}/${url.path.join('/')}${search === '' ? '' : `?${search}`}`,
      body: hasBody ? 'json' : 'none',
      auth: auth?.type ?? 'none',
    },
    params: [...(url.query ?? []).map(parameter('query')), ...(url.variable ?? []).map(parameter('path'))],
    headers: header.map(({ key, value, disabled }) => ({ name: key, value, enabled: disabled !== true })),
    auth: authOf(auth),
    ...(hasBody && { body: { json: body.raw } }),
    ...(description && { docs: description.content }),
  };
}

function parameter(type: 'query' | 'path') {
  return ({ key, value, disabled }: Pair) => ({ name: key, value, type, enabled: disabled !== true });
}

function authOf(auth: PostmanRequest['request']['auth']): object {
  const members = Object.fromEntries((auth?.apikey ?? []).map(({ key, value }) => [key, value]));
  if (auth?.type === 'apikey') {
    return { apikey: { key: members.key, value: members.value, placement: members.in ?? 'header' } };
  }
  return auth?.type === 'bearer' ? { bearer: { token: '{{bearerToken}}' } } : {};
}

function fileName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
