import type { Query } from '@callside/database';
import { methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { teamRead } from '../team-read.ts';
import { readTeam } from './team.store.ts';
import { teamView } from './team-view.ts';

interface Dependencies {
  requireLead: RequestHandler;
  query: Query;
}

/** What the reps of a lead's team, or of the brand, are doing now. */
export function createTeamRoutes({ requireLead, query }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/team')
    .all(ofBrandInPath)
    .get(requireLead, async (request, response) => {
      response.json(teamView(await readTeam(query, requestBrand.of(request).id, teamRead(request))));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
