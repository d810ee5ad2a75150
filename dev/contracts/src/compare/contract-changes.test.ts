import { createContracts } from '../contracts.ts';
import { breakingChanges as changes, type Document } from './contract-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change documents at any place.
type Change = (document: any) => void;

const contracts = structuredClone(createContracts('1.0.0')) as unknown as Record<string, Document>;
const openApi = contracts['call-events.openapi.json'] ?? {};
const asyncApi = contracts['call-events.asyncapi.json'] ?? {};

function found(document: Document, change: Change): string[] {
  const current = structuredClone(document);
  change(current);
  return changes(document, current).map(({ where, what, whom }) => `${where}: ${what} (${whom})`);
}

it.each(Object.entries(contracts))('there is no change between %s and itself', (_, document) => {
  expect(changes(document, structuredClone(document))).toEqual([]);
});

it('every keyword that restricts a value is compared', () => {
  const compared = [
    '$ref',
    'type',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'properties',
    'required',
    'items',
    'additionalProperties',
    'propertyNames',
    'pattern',
    'format',
  ];
  const bounds = [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ];
  const texts = ['description', 'default', 'examples', 'title'];
  const known = [...compared, ...bounds, ...texts];
  const strange = new Set<string>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      if (!Array.isArray(schema) && !known.includes(keyword)) strange.add(keyword);
      if (keyword === 'properties') Object.values(value).forEach(walk);
      else if (Array.isArray(schema) || ['items', 'anyOf', 'oneOf', 'additionalProperties'].includes(keyword))
        walk(value);
    }
  };
  for (const { components } of Object.values(createContracts('1.0.0'))) Object.values(components.schemas).forEach(walk);
  expect([...strange]).toEqual([]);
});

describe('changes of an OpenAPI document', () => {
  const start = '/call-events/call-started';
  const where = `POST ${start}`;
  it.each<[string, Change, string[]]>([
    [
      'a path that is removed',
      (d) => delete d.paths[start],
      [`${where}: the operation is removed (clients that use it)`],
    ],
    [
      'a method that is removed',
      (d) => delete d.paths['/{brand}/test-calls'].post,
      ['POST /{brand}/test-calls: the operation is removed (clients that use it)'],
    ],
    [
      'a status that is removed',
      (d) => delete d.paths[start].post.responses[404],
      [`${where}: the status 404 is removed (clients that read it)`],
    ],
    [
      'a required member of a request',
      (d) => d.components.schemas.CallStartedBody.required.push('customer_id'),
      [`${where}: customer_id is required now (clients that send it)`],
    ],
    [
      'a parameter that is required',
      (d) => {
        d.paths['/{brand}/chats'].get.parameters[1].required = true;
      },
      ['GET /{brand}/chats: the parameter query limit is required now (clients that send it)'],
    ],
    [
      'a parameter that is removed',
      (d) => d.paths['/{brand}/chats'].get.parameters.splice(1, 1),
      ['GET /{brand}/chats: the parameter query limit is removed (clients that send it)'],
    ],
    [
      'another credential',
      (d) => {
        d.paths[start].post.security = [{ sessionToken: [] }];
      },
      [`${where}: apiKey is no longer accepted (clients that send it)`],
    ],
    [
      'a credential where none was needed',
      (d) => {
        d.paths['/health'].get.security = [{ apiKey: [] }];
      },
      ['GET /health: it needs apiKey now (clients that send it)'],
    ],
    [
      'another content type',
      (d) => {
        d.paths[start].post.requestBody.content = { 'application/xml': {} };
      },
      [`${where}: application/json is removed (clients that send it)`],
    ],
    [
      'a header that is removed',
      (d) => delete d.paths['/health'].get.responses[200].headers['X-Request-Id'],
      ['GET /health: 200: the header X-Request-Id is removed (clients that read it)'],
    ],
    [
      'a header of another type',
      (d) => {
        d.paths['/health'].get.responses[200].headers['X-Request-Id'] = { schema: { type: 'integer' } };
      },
      ['GET /health: 200: the header X-Request-Id: the value may be integer, not string (clients that read it)'],
    ],
    [
      'two credentials at once where one was enough',
      (d) => {
        d.paths[start].post.security = [{ apiKey: [], sessionToken: [] }];
      },
      [`${where}: apiKey is no longer accepted (clients that send it)`],
    ],
  ])('%s breaks', (_, change, expected) => {
    expect(found(openApi, change)).toEqual(expected);
  });

  it('a credential in another place breaks every operation that takes it', () => {
    const moved = found(openApi, (d) => {
      d.components.securitySchemes.apiKey.name = 'X-Other';
    });
    expect(moved).toContain(`${where}: apiKey is sent in another way (clients that send it)`);
    expect(moved).not.toContain('GET /health: apiKey is sent in another way (clients that send it)');
  });

  it('a member of an answer that is removed breaks every operation that answers it', () => {
    const lost = found(openApi, ({ components: { schemas } }) => {
      delete schemas.CallEventResponse.properties.duplicate;
    });
    // The six events and test calls.
    expect(lost).toHaveLength(7);
    expect(lost).toContain(`${where}: 200: duplicate is removed (clients that read it)`);
  });

  it.each<[string, Change]>([
    ['a new path', (d) => Object.assign(d.paths, { '/new': d.paths[start] })],
    ['a new status', (d) => Object.assign(d.paths[start].post.responses, { 418: { description: 'New.' } })],
    [
      'a new optional parameter',
      (d) => d.paths['/health'].parameters.push({ name: 'new', in: 'query', required: false, schema: {} }),
    ],
    ['a new member of an answer', (d) => Object.assign(d.components.schemas.CallEventResponse.properties, { new: {} })],
    ['another description and version', (d) => Object.assign(d.info, { description: 'New.', version: '2.0.0' })],
  ])('%s breaks no client', (_, change) => {
    expect(found(openApi, change)).toEqual([]);
  });
});

describe('changes of an AsyncAPI document', () => {
  it.each<[string, Change, string[]]>([
    [
      'an event that is removed',
      (d) => delete d.operations['rep.call.event'],
      ['rep.call.event: the event is removed, or has another direction (clients that use it)'],
    ],
    [
      'a member that clients must send',
      (d) => d.components.schemas.SessionReference.required.push('new'),
      [
        'companion.session.resume: new is required now (clients that send it)',
        'companion.session.close: new is required now (clients that send it)',
      ],
    ],
    [
      'a member that is no longer sent',
      (d) => delete d.components.schemas.RecordingState.properties.sequence,
      ['companion.recording.state: sequence is removed (clients that read it)'],
    ],
    [
      'another acknowledgement of the client',
      (d) => {
        d.components.schemas.RecordingAcknowledgement.properties.applied.type = 'string';
      },
      ['companion.recording.state: the acknowledgement: applied may be integer, not string (clients that send it)'],
    ],
    [
      'a new refusal of a connection',
      (d) => d.components.schemas.ConnectError.properties.message.enum.push('new'),
      [
        'rep.connect: the acknowledgement: message may be "new" (clients that read it)',
        'companion.connect: the acknowledgement: message may be "new" (clients that read it)',
      ],
    ],
    [
      'an event of another name',
      (d) => {
        d.channels.rep.messages['call.event'].name = 'event';
      },
      ['rep.call.event: the message call.event is named event now (clients that read it)'],
    ],
  ])('%s breaks', (_, change, expected) => {
    expect(found(asyncApi, change)).toEqual(expected);
  });

  it('a namespace at another address breaks each of its events', () => {
    const moved = found(asyncApi, (d) => {
      d.channels.companion.address = '/desktop';
    });
    expect(moved).toContain('companion.connect: it is no longer at /companion (clients that use it)');
    expect(moved.filter((line) => !line.includes('no longer at /companion'))).toEqual([]);
  });

  it('a new event breaks no client', () => {
    expect(
      found(asyncApi, ({ operations }) => Object.assign(operations, { 'rep.new': operations['rep.offers'] })),
    ).toEqual([]);
  });
});
