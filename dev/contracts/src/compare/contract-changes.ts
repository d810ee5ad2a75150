// Finds the changes of an OpenAPI or AsyncAPI document that break clients of an earlier one.

import { answerBreaks, requestBreaks, type Schema } from './schema-changes.ts';
import { securityChanges } from './security-changes.ts';

export type Document = Record<string, unknown>;

export interface BreakingChange {
  /** The operation, such as `POST /recommend`. */
  where: string;
  what: string;
  whom: 'clients that send it' | 'clients that read it' | 'clients that use it';
}

interface Documents {
  old: Document;
  current: Document;
}

/** Every breaking change from the old document to the current one. Additions, texts and examples break no client. */
export function breakingChanges(old: Document, current: Document): BreakingChange[] {
  return 'asyncapi' in old ? asyncApiChanges({ old, current }) : openApiChanges({ old, current });
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function openApiChanges(documents: Documents): BreakingChange[] {
  const { old, current } = documents;
  return entries(old.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      if (item[method] === undefined) return [];
      const where = `${method.toUpperCase()} ${path}`;
      const currentItem = part(part(current.paths)[path]);
      const now = currentItem[method];
      if (now === undefined) return [{ where, what: 'the operation is removed', whom: 'clients that use it' as const }];
      return operationChanges(where, documents, operationOf(item, method), operationOf(currentItem, method));
    }),
  );
}

/** An operation together with the parameters of its path. */
function operationOf(item: Schema, method: string): Schema {
  const operation = part(item[method]);
  return { ...operation, parameters: [...array(item.parameters), ...array(operation.parameters)] };
}

function operationChanges(where: string, documents: Documents, old: Schema, current: Schema): BreakingChange[] {
  const sends = (what: string): BreakingChange => ({ where, what, whom: 'clients that send it' });
  const reads = (what: string): BreakingChange => ({ where, what, whom: 'clients that read it' });
  return [
    ...securityChanges(
      { operation: old, schemes: schemesOf(documents.old) },
      { operation: current, schemes: schemesOf(documents.current) },
    ).map(sends),
    ...parameterChanges(documents, old, current).map(sends),
    ...bodyChanges(documents, old, current).map(sends),
    ...responseChanges(documents, old, current).map(reads),
  ];
}

function parameterChanges(documents: Documents, old: Schema, current: Schema): string[] {
  const before = parametersOf(documents.old, old);
  const now = parametersOf(documents.current, current);
  const added = [...now].filter(([name, { required }]) => required === true && before.get(name)?.required !== true);
  return [
    ...[...before.keys()].filter((name) => !now.has(name)).map((name) => `the parameter ${name} is removed`),
    ...added.map(([name]) => `the parameter ${name} is required now`),
    ...[...before].flatMap(([name, { schema }]) => {
      const other = now.get(name)?.schema;
      if (other === undefined) return [];
      const found = requestBreaks(side(documents.old, schema), side(documents.current, other));
      return found.map((what) => `the parameter ${name}: ${what}`);
    }),
  ];
}

function parametersOf(document: Document, operation: Schema): Map<string, Schema> {
  const parameters = array(operation.parameters).map((parameter) => resolved(document, parameter));
  return new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

function bodyChanges(documents: Documents, old: Schema, current: Schema): string[] {
  const before = resolved(documents.old, old.requestBody);
  const now = resolved(documents.current, current.requestBody);
  const isRequiredNow = now.required === true && before.required !== true;
  return [
    ...(isRequiredNow ? ['a body is required now'] : []),
    ...contentChanges(documents, before.content, now.content, requestBreaks),
  ];
}

function responseChanges(documents: Documents, old: Schema, current: Schema): string[] {
  return entries(old.responses).flatMap(([status, response]) => {
    const other = part(current.responses)[status];
    if (other === undefined) return [`the status ${status} is removed`];
    const before = resolved(documents.old, response);
    const now = resolved(documents.current, other);
    return [
      ...headerChanges(documents, before, now),
      ...contentChanges(documents, before.content, now.content, answerBreaks),
    ].map((what) => `${status}: ${what}`);
  });
}

function headerChanges(documents: Documents, old: Schema, current: Schema): string[] {
  const now = new Map(entries(current.headers).map(([name, header]) => [name.toLowerCase(), header]));
  return entries(old.headers).flatMap(([name, header]) => {
    const found = now.get(name.toLowerCase());
    if (found === undefined) return [`the header ${name} is removed`];
    const [before, other] = [resolved(documents.old, header), resolved(documents.current, found)];
    const changes = answerBreaks(side(documents.old, before.schema), side(documents.current, other.schema));
    return [
      ...(before.required === true && other.required !== true ? [`the header ${name} may be absent now`] : []),
      ...changes.map((what) => `the header ${name}: ${what}`),
    ];
  });
}

function schemesOf(document: Document): Schema {
  return part(part(document.components).securitySchemes);
}

function contentChanges(documents: Documents, old: unknown, current: unknown, breaks: typeof answerBreaks): string[] {
  return entries(old).flatMap(([type, { schema }]) => {
    const other = part(current)[type];
    if (other === undefined) return [`${type} is removed`];
    return breaks(side(documents.old, schema), side(documents.current, part(other).schema));
  });
}

function asyncApiChanges(documents: Documents): BreakingChange[] {
  const { old, current } = documents;
  return entries(old.operations).flatMap(([where, operation]) => {
    const now = part(part(current.operations)[where]);
    if (now.action !== operation.action) {
      return [{ where, what: 'the event is removed, or has another direction', whom: 'clients that use it' as const }];
    }
    const sent = { breaks: requestBreaks, whom: 'clients that send it' as const };
    const read = { breaks: answerBreaks, whom: 'clients that read it' as const };
    const [event, reply] = operation.action === 'receive' ? [sent, read] : [read, sent];
    const before = addressOf(documents.old, operation);
    if (addressOf(documents.current, now) !== before) {
      return [{ where, what: `it is no longer at ${before}`, whom: 'clients that use it' as const }];
    }
    const found = (what: string, { whom }: Pick<BreakingChange, 'whom'>) => ({ where, what, whom });
    return [
      ...messageChanges(documents, operation, now, event.breaks).map((what) => found(what, event)),
      ...messageChanges(documents, part(operation.reply), part(now.reply), reply.breaks).map((what) =>
        found(`the acknowledgement: ${what}`, reply),
      ),
    ];
  });
}

/** The namespace of an event. */
function addressOf(document: Document, operation: Schema): string {
  return String(resolved(document, operation.channel).address);
}

function messageChanges(documents: Documents, old: Schema, current: Schema, breaks: typeof answerBreaks): string[] {
  return array(old.messages).flatMap((reference) => {
    const { $ref } = part(reference);
    const name = String($ref).split('/').at(-1);
    if (!array(current.messages).some((other) => part(other).$ref === $ref)) return [`the message ${name} is removed`];
    const [before, now] = [resolved(documents.old, reference), resolved(documents.current, reference)];
    if (now.name !== before.name) return [`the message ${before.name} is named ${now.name} now`];
    return breaks(side(documents.old, before.payload), side(documents.current, now.payload));
  });
}

function side(document: Document, schema: unknown) {
  return { schema: part(schema), resolve: (reference: string) => resolved(document, { $ref: reference }) };
}

function resolved(document: Document, value: unknown): Schema {
  const { $ref } = part(value);
  if (typeof $ref !== 'string') return part(value);
  const found = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((inner, key) => part(inner)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return part(found);
}

function part(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

function entries(value: unknown): [string, Schema][] {
  return Object.entries(part(value)).map(([name, inner]) => [name, part(inner)]);
}

function array(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
