import { requestUser, requireOwner } from '@callside/auth';
import { type ModelRollback, modelPublicationRequestSchema, trainingRequestSchema } from '@callside/schemas';
import {
  createJsonBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { explainModelProblem } from '../model-problem.ts';
import type { ModelAdministration } from './administer-models.ts';
import { evaluationView, modelListView, publicationView } from './models-view.ts';

interface Dependencies {
  /** Passes users of the brand with a session token of the audience `recommender`. Null: there is no SESSION_SECRET. */
  requireSession: RequestHandler | null;
  models: Pick<ModelAdministration, 'list' | 'train' | 'evaluate' | 'publish' | 'rollBack'>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(modelPublicationRequestSchema.shape));
const trainingShape = objectOf(Object.keys(trainingRequestSchema.shape));
const prefix = '/admin/models';

/** The models of the brand, for its owners. API keys are not accepted here, because IVRs have them. */
export function createModelsRoutes({ requireSession, models }: Dependencies): Router {
  const router = Router();
  if (requireSession === null) {
    router.all([prefix, `${prefix}/*path`], () => {
      throw new ServiceError({
        code: 'not_found',
        message: 'Models are not administered over HTTP here: SESSION_SECRET is not set.',
      });
    });
    return router;
  }
  const acting = (request: Request) => {
    const { id, email } = requestUser.of(request);
    return { actor: email, actorUserId: id, origin: request.ip ?? null };
  };

  router
    .route(prefix)
    .get(requireSession, requireOwner, async (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      response.json(modelListView(await models.list()));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route(`${prefix}/train`)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: trainingShape }),
      async (request, response) => {
        const { objective } = parseOrThrow(trainingRequestSchema, jsonBody.of(request).value);
        response.json(await models.train(acting(request), objective ?? 'conversion'));
      },
    )
    .all(methodNotAllowed('POST'));

  router
    .route(`${prefix}/rollback`)
    .post(requireSession, requireOwner, async (request, response) => {
      response.json((await explained(models.rollBack(acting(request)))) satisfies ModelRollback);
    })
    .all(methodNotAllowed('POST'));

  router
    .route(`${prefix}/:version/evaluate`)
    .post(requireSession, requireOwner, async (request, response) => {
      response.json(evaluationView(found(await explained(models.evaluate(request.params.version)))));
    })
    .all(methodNotAllowed('POST'));

  router
    .route(`${prefix}/:version/publish`)
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const { force } = parseOrThrow(modelPublicationRequestSchema, jsonBody.of(request).value);
      const work = models.publish(acting(request), request.params.version, force === true);
      response.json(publicationView(found(await explained(work))));
    })
    .all(methodNotAllowed('POST'));
  return router;
}

/** A problem that the owner can act on becomes a 422 with its text. */
async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const problem = explainModelProblem(error);
    if (problem === null) throw error;
    const issues = [{ type: 'value_error', loc: ['path', 'version'], msg: problem }];
    throw new ServiceError({ code: 'invalid', message: problem, cause: error, issues });
  }
}

function found<Result>(result: Result | null): Result {
  if (result === null) throw new ServiceError({ code: 'not_found', message: 'There is no such model.' });
  return result;
}
