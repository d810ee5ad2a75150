import type { AsyncApiDocument, AsyncApiMessage, AsyncApiOperation } from '@callside/schemas/documents';

type Schema = Record<string, unknown>;

/** What docs/socket-reference.md includes: every event of both namespaces, with members, acknowledgement and examples. */
export function describeSockets(document: AsyncApiDocument): string {
  const sections = Object.entries(document.channels).map(([key, { address, title, description }]) => {
    const operations = Object.entries(document.operations).filter(([name]) => name.startsWith(`${key}.`));
    const list = (action: AsyncApiOperation['action']) =>
      operations
        .filter(([, operation]) => operation.action === action)
        .map(([name, operation]) => describeOperation(document, name.slice(key.length + 1), operation));
    return [
      `## ${title}: \`${address}\``,
      description,
      `### From the client to \`${address}\``,
      ...list('receive'),
      `### From the service on \`${address}\``,
      ...list('send'),
    ].join('\n\n');
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => describeSchema(name, schema));
  return `${[
    document.info.description,
    ...sections,
    '## Forms',
    'A form that an event names. Members without “required” may be absent.',
    ...schemas,
  ].join('\n\n')}\n`;
}

function describeOperation(document: AsyncApiDocument, event: string, operation: AsyncApiOperation): string {
  const messages = operation.messages.map(({ $ref }) => messageAt(document, $ref));
  const answers = (operation.reply?.messages ?? []).map(({ $ref }) => messageAt(document, $ref));
  return [
    `#### \`${event}\``,
    plain(textOf(operation)),
    ...messages.map((message) => `Payload: ${formOf(message.payload)}.`),
    ...(answers.length > 0 ? [`Answer: ${answers.map(({ payload }) => formOf(payload)).join(' or ')}.`] : []),
    ...messages.flatMap(({ examples = [] }) => examples.map(describeExample)),
  ].join('\n\n');
}

/** The summary of an event of the service is the start of its description. */
function textOf({ summary, description = '' }: AsyncApiOperation): string {
  return description.startsWith(summary) ? description : `${summary}. ${description}`.trim();
}

function describeExample({ summary, payload }: NonNullable<AsyncApiMessage['examples']>[number]): string {
  return [...(summary === undefined ? [] : [`${summary}:`]), '```json', JSON.stringify(payload, null, 2), '```']
    .join('\n')
    .replace(':\n```', ':\n\n```');
}

function messageAt(document: AsyncApiDocument, reference: string): AsyncApiMessage {
  const [, , channel = '', , id = ''] = reference.split('/');
  const message = document.channels[channel]?.messages[id];
  if (message === undefined) throw new Error(`The document has no message ${reference}.`);
  return message;
}

function describeSchema(name: string, schema: Schema): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(Object(objectIn(schema).properties) as Record<string, Schema>);
  const rows = properties.map(
    ([member, part]) =>
      `| \`${member}\` | ${formOf(part)}${required.includes(member) ? ', required' : ''} | ${cell(part.description)} |`,
  );
  const table = ['| member | form | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  return [`### Form ${name}`, ...(properties.length > 0 ? [table] : [`${formOf(schema)}.`])].join('\n\n');
}

/** The object of a schema that also allows null. */
function objectIn(schema: Schema): Schema {
  const parts = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [];
  return parts.find(({ type }) => type === 'object') ?? schema;
}

function formOf(of: object): string {
  const schema = of as Schema;
  const { $ref, type, format, items } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#form-${name.toLowerCase()})`;
  }
  const parts = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(parts)) return parts.map(formOf).join(' or ');
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (Array.isArray(items))
    return `a list of ${items.map((item: Schema) => cell(item.description ?? formOf(item))).join(', ')}`;
  if (type === 'array') return `a list of ${formOf(Object(items))}`;
  const types = [type ?? []].flat();
  if (types.length === 0) return 'any value';
  return types.join(' or ') + (typeof format === 'string' ? ` (${format})` : '');
}

function cell(text: unknown): string {
  return plain(String(text ?? ''))
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|');
}

/** VitePress would read two braces as a template. */
function plain(text: string): string {
  return text.replaceAll('{{', '{ {');
}
