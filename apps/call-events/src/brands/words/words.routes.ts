import { requireOwner } from '@callside/auth';
import {
  mostWords,
  removedWordSchema,
  shopWordSchema,
  textsOf,
  type WordList,
  wordRequestSchema,
  wordView,
} from '@callside/schemas';
import {
  createJsonBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { foundOr404 } from '../../public-id.ts';
import { actingOwner } from '../acting-owner.ts';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import type { WordStore } from './words.store.ts';

interface Dependencies {
  requireSession: RequestHandler;
  requireDesk: RequestHandler;
  words: Pick<WordStore, 'list' | 'set'>;
}

const body = createJsonBody({ limitBytes: 16 * 1024, shape: objectOf(Object.keys(wordRequestSchema.shape)) });

/** The words of a shop in the languages of its people: read by every desk, set by owners. */
export function createWordsRoutes({ requireSession, requireDesk, words }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/desk/words')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      response.json({ items: await words.list(requestBrand.of(request).id) } satisfies WordList);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/settings/words')
    .all(ofBrandInPath)
    .put(requireSession, requireOwner, body, async (request, response) => {
      const { word, ...given } = parseOrThrow(wordRequestSchema, jsonBody.of(request).value);
      const texts = textsOf(given);
      if ((await words.set(actingOwner(request), word, texts)) === 'full') {
        throw new ServiceError({
          code: 'conflict',
          message: `A brand has at most ${mostWords} words: remove one first.`,
        });
      }
      response.json(wordView(word, texts));
    })
    .all(methodNotAllowed('PUT'));

  router
    .route('/:brand/settings/words/:word')
    .all(ofBrandInPath)
    .delete(requireSession, requireOwner, async (request, response) => {
      const word = shopWordSchema.safeParse(request.params.word).data ?? '';
      const removed = (await words.set(actingOwner(request), word, null)) === true;
      response.json(removedWordSchema.parse(foundOr404(removed ? { word } : null, 'word')));
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}
