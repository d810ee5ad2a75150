import type { OpenApiExample, Reference } from '../open-api/document.ts';
import { connectErrorSchema, socketConnectedSchema } from '../socket-handshake.ts';
import { companionErrorSchema } from '../transcription-session.ts';
import { referenceTo } from './components.ts';
import type {
  AsyncApiChannel,
  AsyncApiMessage,
  AsyncApiOperation,
  SocketAnswer,
  SocketEvent,
  SocketNamespace,
} from './document.ts';

interface NamespaceParts {
  /** The key of the channel, and the start of the keys of its operations. */
  key: string;
  title: string;
  namespace: SocketNamespace;
  connect: { payload: Reference; auth: string };
  clientEvents: Record<string, SocketEvent>;
  security: Reference[];
}

/** The channel of a namespace, and an operation for the connection and for each event of both sides. */
export function describeNamespace({ key, title, namespace, connect, clientEvents, security }: NamespaceParts): {
  channel: AsyncApiChannel;
  operations: Record<string, AsyncApiOperation>;
} {
  const messages: Record<string, AsyncApiMessage> = {};
  const operations: Record<string, AsyncApiOperation> = {};
  const channel = { $ref: `#/channels/${key}` };

  function message(id: string, members: AsyncApiMessage): Reference {
    messages[id] = members;
    return { $ref: `${channel.$ref}/messages/${id}` };
  }
  function answered(
    event: string,
    { payload, examples, mayFail = false }: SocketAnswer,
  ): NonNullable<AsyncApiOperation['reply']> {
    const answer = message(`${event}.ack`, {
      name: event,
      summary: `The acknowledgement of \`${event}\``,
      payload,
      ...namedExamples(examples),
    });
    return { channel, messages: mayFail ? [answer, message('error', failed)] : [answer] };
  }
  function operation(action: AsyncApiOperation['action'], event: string, members: SocketEvent): void {
    const { summary, description, payload, examples, answer } = members;
    const texts = { summary, ...(description !== undefined && { description }) };
    operations[`${key}.${event}`] = {
      action,
      channel,
      ...texts,
      messages: [message(event, { name: event, ...texts, payload, ...namedExamples(examples) })],
      ...(answer !== undefined && { reply: answered(event, answer) }),
    };
  }

  operations[`${key}.connect`] = {
    action: 'receive',
    channel,
    summary: `Connects to \`${namespaceOf(key)}\``,
    description: `${namespace.authentication} The client sends it as \`auth\`: \`io(base + "${namespaceOf(key)}", { auth: ${connect.auth} })\`.`,
    security,
    messages: [message('connect', { name: 'connect', payload: connect.payload })],
    reply: {
      channel,
      messages: [
        message('connected', { name: 'connect', payload: referenceTo(socketConnectedSchema) }),
        message('connect_error', { name: 'connect_error', payload: referenceTo(connectErrorSchema) }),
      ],
    },
  };
  for (const [event, { description, payload, acknowledgement, examples }] of Object.entries(namespace.serverMessages)) {
    operation('send', event, {
      summary: firstSentence(description),
      description,
      payload,
      examples,
      ...(acknowledgement !== undefined && { answer: { payload: acknowledgement } }),
    });
  }
  for (const [event, members] of Object.entries(clientEvents)) operation('receive', event, members);
  return { channel: { address: namespaceOf(key), title, description: namespace.description, messages }, operations };
}

const failed: AsyncApiMessage = {
  name: 'error',
  summary: 'The acknowledgement of a request that failed. Retry only after `unavailable`.',
  payload: referenceTo(companionErrorSchema),
};

function namespaceOf(key: string): string {
  return `/${key}`;
}

function firstSentence(text: string): string {
  return text.slice(0, text.search(/[.:](\s|$)/));
}

function namedExamples(examples: Record<string, OpenApiExample> = {}): Pick<AsyncApiMessage, 'examples'> {
  const named = Object.entries(examples).map(([name, { summary, value }]) => ({
    name,
    ...(summary !== undefined && { summary }),
    payload: value,
  }));
  return named.length > 0 ? { examples: named } : {};
}
