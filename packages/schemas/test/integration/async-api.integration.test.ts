import { Parser } from '@asyncapi/parser';
import { Ajv } from 'ajv';
import { createAsyncApiDocument } from '../../src/documents.ts';

const document = createAsyncApiDocument({ version: '1.2.3' });

async function findingsIn(text: object): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(text));
  return diagnostics.map(({ code }) => String(code));
}

it('the document is a valid AsyncAPI 3 document', async () => {
  // The specification has a later version, which fewer tools read.
  expect(await findingsIn(document)).toEqual(['asyncapi-latest-version']);
});

it('the document is not valid with a reply to a channel that does not exist', async () => {
  const wrong = structuredClone(document);
  Object.assign(wrong.operations['rep.token.renew'] ?? {}, { reply: { channel: { $ref: '#/channels/nowhere' } } });
  expect(await findingsIn(wrong)).not.toEqual(['asyncapi-latest-version']);
});

const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document:', components: document.components });

const examples = Object.entries(document.channels).flatMap(([key, { messages }]) =>
  Object.entries(messages).flatMap(([id, { examples = [] }]) =>
    examples.map(({ name, payload }) => [key, id, name, payload] as const),
  ),
);

it.each(examples)('%s %s: the example %s has the form of its message', (key, id, _, payload) => {
  const schema = document.channels[key]?.messages[id]?.payload ?? {};
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document:#/')));
  expect([validate(payload), validate.errors]).toEqual([true, null]);
});

it.each([
  ['session.chunk', { sequence: 'first' }],
  ['session.frame', ['only the id']],
  ['recording.state', { paused: 'yes', sequence: 1, call_reference: null }],
])('a %s that the service would not take or send is refused', (id, payload) => {
  const schema = document.channels.companion?.messages[id]?.payload ?? {};
  expect(ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document:#/')), payload)).toBe(false);
});
