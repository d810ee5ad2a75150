import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createAsyncApiDocument } from './documents.ts';
import {
  companionClientEventSchemas,
  companionServerEventSchemas,
  connectRefusals,
  repClientEventSchemas,
  repServerEventSchemas,
} from './index.ts';

const document = createAsyncApiDocument({ version: '1.2.3' });

/** The events of a namespace in the document, from the side of the service. */
function eventsOf(key: string, action: 'send' | 'receive'): string[] {
  return Object.entries(document.operations)
    .filter(([name, operation]) => name.startsWith(`${key}.`) && operation.action === action)
    .map(([name]) => name.slice(key.length + 1))
    .sort();
}

/** Sources that name events: those of the modules with sockets, and the guards of the namespaces. */
const sources = [
  ...['delivery/connections', 'transcription']
    .map((module) => path.join(import.meta.dirname, '../../../apps/call-events/src', module))
    .flatMap((directory) => readdirSync(directory).map((name) => path.join(directory, name))),
  path.join(import.meta.dirname, '../../auth/src/socket-guard.ts'),
]
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

function namesIn(form: RegExp): string[] {
  return [...new Set([...sources.matchAll(form)].map(([, name = '']) => name))].sort();
}

it('the document has every event of both namespaces in both directions', () => {
  expect(eventsOf('rep', 'send')).toEqual(Object.keys(repServerEventSchemas).sort());
  expect(eventsOf('companion', 'send')).toEqual(Object.keys(companionServerEventSchemas).sort());
  expect(eventsOf('rep', 'receive')).toEqual(['connect', ...Object.keys(repClientEventSchemas)].sort());
  expect(eventsOf('companion', 'receive')).toEqual(
    ['connect', 'session.frame', ...Object.keys(companionClientEventSchemas)].sort(),
  );
});

it('the document has every event and every refusal that the code of the sockets names', () => {
  const documented = Object.keys(document.operations).map((name) => name.slice(name.indexOf('.') + 1));
  // Names of events have a point; those of Socket.IO and of the messages between servers have none.
  const named = namesIn(/(?:\.on|\.emit)\(\s*'([a-z]+\.[a-z.]+)'/g);
  expect(named).toEqual(expect.arrayContaining(['event.painted', 'session.open', 'token.expiring', 'token.renew']));
  expect(named.filter((name) => !documented.includes(name))).toEqual([]);
  expect(namesIn(/(?:new Error\(|tooMany = )'([a-z_]+)'/g)).toEqual([...connectRefusals].sort());
});

it('the document names the acknowledgement of each event that has one', () => {
  const replies = Object.entries(document.operations).flatMap(([name, { reply }]) =>
    reply ? [[name, reply.messages.map(({ $ref }) => $ref.split('/').at(-1))]] : [],
  );
  expect(Object.fromEntries(replies)).toEqual({
    'rep.connect': ['connected', 'connect_error'],
    'rep.token.renew': ['token.renew.ack', 'error'],
    'companion.connect': ['connected', 'connect_error'],
    'companion.recording.state': ['recording.state.ack'],
    'companion.session.open': ['session.open.ack', 'error'],
    'companion.session.resume': ['session.resume.ack', 'error'],
    'companion.session.frame': ['session.frame.ack', 'error'],
    'companion.session.chunk': ['session.chunk.ack', 'error'],
    'companion.session.close': ['session.close.ack', 'error'],
    'companion.recording.saved': ['recording.saved.ack', 'error'],
    'companion.recording.failed': ['recording.failed.ack', 'error'],
    'companion.token.renew': ['token.renew.ack', 'error'],
  });
});

it('the document refers only to what exists, and uses every schema', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, target = '']) => target);
  for (const target of targets) {
    const found = target.split('/').reduce<unknown>((part, key) => Object(part)[key], document);
    expect([target, typeof found]).toEqual([target, 'object']);
  }
  const schemas = Object.keys(document.components.schemas).map((name) => `components/schemas/${name}`);
  expect(schemas.filter((schema) => !targets.includes(schema))).toEqual([]);
});

it('the document names the host of the brand when one is given', () => {
  const { servers } = createAsyncApiDocument({ version: '1.2.3', serverUrl: 'http://localhost:8080' });
  expect(servers.brand).toMatchObject({ host: 'localhost:8080', protocol: 'ws', pathname: '/socket.io' });
});
