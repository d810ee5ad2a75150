import { requestUser, requireOwner } from '@callside/auth';
import { modelPublicationRequestSchema, type TitledPreview, trainingRequestSchema } from '@callside/schemas';
import { createJsonBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../brands/index.ts';
import { type RecommenderSources, readRecommender, recommenderOf } from './read-recommender.ts';
import { recommenderView } from './recommender-view.ts';
import { skusInReasons } from './rules/call-offers.ts';

interface Dependencies {
  requireSession: RequestHandler;
  recommenderSources: RecommenderSources;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(modelPublicationRequestSchema.shape));
const trainingShape = objectOf(Object.keys(trainingRequestSchema.shape));
const models = '/:brand/recommender/models';

/** The owners' page of the recommender. Changes are forwarded to the recommender, which owns the models and records who acted. */
export function createRecommenderRoutes({ requireSession, recommenderSources }: Dependencies): Router {
  const router = Router();
  const parseJson = createJsonBody({ limitBytes, shape });
  const owner = (request: Request) => {
    const { id, brandId } = requestUser.of(request);
    return { userId: id, brandId, origin: request.ip ?? null };
  };
  const connected = (request: Request) => recommenderOf(recommenderSources, requestBrand.of(request));

  router
    .route('/:brand/recommender')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const read = await readRecommender(recommenderSources, requestBrand.of(request), owner(request));
      response.json(recommenderView(read));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route(`${models}/rollback`)
    .all(ofBrandInPath)
    .post(requireSession, requireOwner, async (request, response) => {
      response.json(await (await connected(request)).rollBack(owner(request)));
    })
    .all(methodNotAllowed('POST'));

  router
    .route(`${models}/train`)
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: trainingShape }),
      async (request, response) => {
        const { objective } = parseOrThrow(trainingRequestSchema, jsonBody.of(request).value);
        response.json(await (await connected(request)).train(owner(request), objective ?? 'conversion'));
      },
    )
    .all(methodNotAllowed('POST'));

  router
    .route(`${models}/:version/evaluate`)
    .all(ofBrandInPath)
    .post(requireSession, requireOwner, async (request, response) => {
      response.json(await (await connected(request)).evaluate(owner(request), request.params.version));
    })
    .all(methodNotAllowed('POST'));

  router
    .route(`${models}/:version/publish`)
    .all(ofBrandInPath)
    .post(requireSession, requireOwner, parseJson, async (request, response) => {
      const { force } = parseOrThrow(modelPublicationRequestSchema, jsonBody.of(request).value);
      const recommender = await connected(request);
      response.json(await recommender.publish(owner(request), request.params.version, force === true));
    })
    .all(methodNotAllowed('POST'));

  // What a caller would be offered; nothing is recorded. The recommender knows the members of the body, and checks it.
  router
    .route('/:brand/recommender/preview')
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: { members: {} } }),
      async (request, response) => {
        const answer = await (await connected(request)).preview(owner(request), jsonBody.of(request).value);
        const skus = skusInReasons(answer.recommendations);
        const titles = await recommenderSources.shop.titles(requestBrand.of(request).id, skus);
        response.json({ ...answer, titles } satisfies TitledPreview);
      },
    )
    .all(methodNotAllowed('POST'));
  return router;
}
