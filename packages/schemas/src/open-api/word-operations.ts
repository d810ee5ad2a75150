import { removedWordSchema, wordListSchema, wordRequestSchema, wordSchema } from '../words.ts';
import { referenceTo } from './call-event-components.ts';
import type { OpenApiPathItem } from './document.ts';
import { answerExamples, requestExamples } from './golden.ts';
import { json, jsonBody, responses, textInPath } from './operation-parts.ts';
import { read, write } from './read-operation.ts';
import { declared } from './signed-in.ts';

const settings = { tag: 'Settings' };

/** The words of a shop in the languages of its people. */
export const wordPaths: Record<string, OpenApiPathItem> = {
  '/{brand}/desk/words': {
    get: read({
      operationId: 'listShopWords',
      summary: 'The words of the shop in the languages of the console',
      description: 'Article types, attributes and names of metadata, as owners have translated them.',
      answer: json('All words.', referenceTo(wordListSchema), answerExamples.words),
    }),
  },
  '/{brand}/settings/words': {
    put: write({
      ...settings,
      operationId: 'setShopWord',
      summary: 'Say a word of the shop in other languages',
      description: 'Owners only. It replaces what was said for the word. 409: the brand has 1,000 words.',
      body: jsonBody(declared, referenceTo(wordRequestSchema), requestExamples.word),
      answer: json('The word.', referenceTo(wordSchema), answerExamples.word),
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
      answer: json('The word.', referenceTo(removedWordSchema), answerExamples.removedWord),
    }),
  },
};
