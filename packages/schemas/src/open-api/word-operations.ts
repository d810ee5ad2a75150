import { removedWordSchema, wordListSchema, wordRequestSchema, wordSchema } from '../words.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiExample, OpenApiPathItem } from './document.ts';
import { json, jsonBody, responses, textInPath } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { declared } from './signed-in.ts';

const settings = { tag: 'Settings' };
const ring = { word: 'ring', en: null, de: 'Ring', fr: 'Bague', es: 'Anillo' };
const examples = {
  body: { ring: { value: { word: 'ring', de: 'Ring', fr: 'Bague', es: 'Anillo' } } },
  word: { ring: { value: ring } },
  list: { list: { value: { items: [ring] } } },
  removed: { removed: { value: { word: 'ring' } } },
} satisfies Record<string, Record<string, OpenApiExample>>;

/** The words of a shop in the languages of its people. */
export const wordPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/desk/words': {
    get: read({
      operationId: 'listShopWords',
      summary: 'The words of the shop in the languages of the console',
      description: 'Article types, attributes and names of metadata, as owners have translated them.',
      answer: json('All words.', referenceTo(wordListSchema), examples.list),
    }),
  },
  '/{brand}/settings/words': {
    put: write({
      ...settings,
      operationId: 'setShopWord',
      summary: 'Say a word of the shop in other languages',
      description: 'Owners only. It replaces what was said for the word. 409: the brand has 1,000 words.',
      body: jsonBody(declared, referenceTo(wordRequestSchema), examples.body),
      answer: json('The word.', referenceTo(wordSchema), examples.word),
      refusals: responses({ 409: 'Conflict' }),
    }),
  },
  '/{brand}/settings/words/{word}': {
    delete: read({
      ...settings,
      operationId: 'removeShopWord',
      summary: 'Show a word of the shop as it is again',
      description: 'Owners only.',
      parameters: [textInPath('word', 'In any case.')],
      answer: json('The word.', referenceTo(removedWordSchema), examples.removed),
    }),
  },
};
