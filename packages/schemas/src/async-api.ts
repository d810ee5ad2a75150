import { companionClientEvents, repClientEvents } from './async-api/client-events.ts';
import { componentSchemas, referenceTo } from './async-api/components.ts';
import type { AsyncApiDocument } from './async-api/document.ts';
import { describeNamespace } from './async-api/namespace.ts';
import { socketNamespaces } from './async-api/server-events.ts';
import { companionConnectSchema, tabConnectSchema } from './socket-handshake.ts';

export type { AsyncApiDocument, AsyncApiMessage, AsyncApiOperation } from './async-api/document.ts';

export interface AsyncApiOptions {
  /** Version of the service. */
  version: string;
  /** The base address of a brand. Without it, the host is an example. */
  serverUrl?: string;
}

const token = { $ref: '#/components/securitySchemes/sessionToken' };
const cookie = { $ref: '#/components/securitySchemes/sessionCookie' };

/** The AsyncAPI 3 document of the sockets of call-events, generated from the schemas that the service parses with. */
export function createAsyncApiDocument({
  version,
  serverUrl = 'https://calls.brand.example',
}: AsyncApiOptions): AsyncApiDocument {
  const { host, protocol } = new URL(serverUrl);
  const rep = describeNamespace({
    key: 'rep',
    title: "A rep's browser tabs",
    namespace: socketNamespaces['/rep'],
    connect: { payload: referenceTo(tabConnectSchema), auth: '{ token }' },
    clientEvents: repClientEvents,
    security: [token, cookie],
  });
  const companion = describeNamespace({
    key: 'companion',
    title: "A rep's desktop companion",
    namespace: socketNamespaces['/companion'],
    connect: { payload: referenceTo(companionConnectSchema), auth: '{ token, protocol: 2 }' },
    clientEvents: companionClientEvents,
    security: [token],
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Callside sockets',
      version,
      license: { name: 'Apache-2.0' },
      description:
        'Socket.IO 4 over WebSocket or HTTP long-polling. A channel is a namespace, a message is an event, and a reply is the ' +
        'acknowledgement of an event. Events come in the order of `position`, each once. Members and events that a client does not know must be ignored.',
    },
    defaultContentType: 'application/json',
    servers: {
      brand: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: '/socket.io',
        description: 'The host names the brand.',
      },
    },
    channels: { rep: rep.channel, companion: companion.channel },
    operations: { ...rep.operations, ...companion.operations },
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        sessionToken: {
          type: 'apiKey',
          in: 'password',
          description: 'A session token of the audience of the namespace, as `token` in `auth` of Socket.IO.',
        },
        sessionCookie: {
          type: 'httpApiKey',
          in: 'cookie',
          name: 'callside_session',
          description: 'The session of a browser; over https its name is `__Host-callside_session`.',
        },
      },
    },
  };
}
