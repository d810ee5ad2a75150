import { callEventSentences } from './call-events.ts';
import { recommendationSentences } from './recommendation-engine.ts';
import type { Sentence } from './sentence.ts';

export type PlacedSentence = Sentence & { id: string; document: string; section: string };

/** Every normative sentence of both specifications: which checks cover it, or why none does. */
export const inventory: readonly PlacedSentence[] = [
  { document: 'call-events', sections: callEventSentences },
  { document: 'recommendation-engine', sections: recommendationSentences },
].flatMap(({ document, sections }) =>
  sections.flatMap(({ id, section, sentences }) =>
    sentences.map((sentence, at) => ({ ...sentence, id: `${id}-${at + 1}`, document, section })),
  ),
);
