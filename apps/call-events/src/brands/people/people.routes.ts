import { requireOwner } from '@callside/auth';
import { invitationSchema, type People, personChangeSchema } from '@callside/schemas';
import {
  createJsonBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { foundOr404, publicId } from '../../public-id.ts';
import { actingOwner } from '../acting-owner.ts';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import type { PeopleStore } from './people.store.ts';

interface Dependencies {
  requireSession: RequestHandler;
  people: Pick<PeopleStore, 'list' | 'invite' | 'change'>;
}

const limitBytes = 16 * 1024;
const invitation = createJsonBody({ limitBytes, shape: objectOf(Object.keys(invitationSchema.shape)) });
const change = createJsonBody({ limitBytes, shape: objectOf(Object.keys(personChangeSchema.shape)) });

/** The owners' page of people: who may sign in, and with which role. */
export function createPeopleRoutes({ requireSession, people }: Dependencies): Router {
  const router = Router();

  router
    .route('/:brand/settings/people')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json({ items: await people.list(requestBrand.of(request).id) } satisfies People);
    })
    .post(requireSession, requireOwner, invitation, async (request, response) => {
      const invited = parseOrThrow(invitationSchema, jsonBody.of(request).value);
      const person = await people.invite(actingOwner(request), invited);
      if (person === null) {
        throw new ServiceError({ code: 'conflict', message: `There is a person with the address ${invited.email}.` });
      }
      response.status(201).json(person);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));

  router
    .route('/:brand/settings/people/:id')
    .all(ofBrandInPath)
    .put(requireSession, requireOwner, change, async (request, response) => {
      const id = publicId(request.params.id, 'person');
      const wanted = parseOrThrow(personChangeSchema, jsonBody.of(request).value);
      const person = foundOr404(await people.change(actingOwner(request), id, wanted), 'person');
      if (person === 'last owner') {
        const message = 'This is the only active owner: make somebody else an owner first.';
        throw new ServiceError({ code: 'conflict', message });
      }
      response.json(person);
    })
    .all(methodNotAllowed('PUT'));
  return router;
}
