import type { JsonSchema, OpenApiExample, Reference } from '../open-api/document.ts';

export interface AsyncApiMessage {
  /** The event name of Socket.IO. */
  name: string;
  summary?: string;
  description?: string;
  payload: Reference | JsonSchema;
  examples?: { name: string; summary?: string; payload: unknown }[];
}

export interface AsyncApiChannel {
  address: string;
  title: string;
  description: string;
  messages: Record<string, AsyncApiMessage>;
}

export interface AsyncApiOperation {
  /** From the side of the service. */
  action: 'send' | 'receive';
  channel: Reference;
  summary: string;
  description?: string;
  security?: Reference[];
  messages: Reference[];
  /** The acknowledgement. */
  reply?: { channel: Reference; messages: Reference[] };
}

/** An AsyncAPI 3 document. */
export interface AsyncApiDocument {
  asyncapi: '3.0.0';
  info: { title: string; version: string; description: string; license: { name: string } };
  defaultContentType: 'application/json';
  servers: Record<string, { host: string; protocol: string; pathname: string; description: string }>;
  channels: Record<string, AsyncApiChannel>;
  operations: Record<string, AsyncApiOperation>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, Record<string, string>> };
}

/** A message of one side of a Socket.IO namespace. */
export interface SocketMessage {
  description: string;
  payload: Reference;
  acknowledgement?: Reference;
  examples: Record<string, OpenApiExample>;
}

export interface SocketNamespace {
  description: string;
  authentication: string;
  /** Event name to message, from the service to the client. */
  serverMessages: Record<string, SocketMessage>;
}

/** One event of a namespace, in one direction. */
export interface SocketEvent {
  summary: string;
  description?: string;
  payload: Reference | JsonSchema;
  examples?: Record<string, OpenApiExample>;
  /** What the other side answers; absent: nothing. */
  answer?: SocketAnswer;
}

export interface SocketAnswer {
  payload: Reference;
  examples?: Record<string, OpenApiExample>;
  /** Whether the answer may be an error instead. */
  mayFail?: boolean;
}
