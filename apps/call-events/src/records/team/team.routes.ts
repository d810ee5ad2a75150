import { methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { teamRead } from '../team-read.ts';
import type { TeamStore } from './team.store.ts';
import { teamView } from './team-view.ts';

interface Dependencies {
  requireLead: RequestHandler;
  team: Pick<TeamStore, 'read'>;
}

/** What the reps of a lead's team, or of the brand, are doing now. */
export function createTeamRoutes({ requireLead, team }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/team')
    .all(ofBrandInPath)
    .get(requireLead, async (request, response) => {
      response.json(teamView(await team.read(requestBrand.of(request).id, teamRead(request))));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
