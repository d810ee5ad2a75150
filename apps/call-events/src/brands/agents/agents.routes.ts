import { requireOwner } from '@callside/auth';
import {
  type AgentAliasView,
  agentAliasRequestSchema,
  normaliseEmail,
  storableText,
  type UnresolvedAgents,
} from '@callside/schemas';
import { createJsonBody, invalidBody, jsonBody, methodNotAllowed, objectOf, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { foundOr404 } from '../../public-id.ts';
import { actingOwner } from '../acting-owner.ts';
import { requestBrand } from '../brand-of-host.ts';
import { ofBrandInPath } from '../brand-segment.ts';
import type { AddAliasOutcome, AliasOnFile } from '../rules/agent.ts';
import type { AgentStore } from './agents.store.ts';
import { listUnresolvedAgents, type UnresolvedAgentsOnFile, type UnresolvedNames } from './list-unresolved-agents.ts';

interface Dependencies {
  requireSession: RequestHandler;
  agents: Pick<AgentStore, 'listAliases' | 'listUsers' | 'addAlias' | 'removeAlias'>;
  events: UnresolvedNames;
}

const limitBytes = 16 * 1024;
const shape = objectOf(Object.keys(agentAliasRequestSchema.shape));

/** Addresses of webhooks that matched no user, and the aliases that assign a user to them. For owners. */
export function createAgentsRoutes({ requireSession, agents, events }: Dependencies): Router {
  const router = Router();
  const unresolved = { agents, events, now: () => new Date() };
  router
    .route('/:brand/settings/unresolved-agents')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json(unresolvedView(await listUnresolvedAgents(requestBrand.of(request).id, unresolved)));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/settings/agent-aliases')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const aliases = await agents.listAliases(requestBrand.of(request).id);
      response.json({ items: aliases.map(aliasView) });
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const { alias, user_id } = parseOrThrow(agentAliasRequestSchema, jsonBody.of(request).value);
      const added = addedOr422(await agents.addAlias(actingOwner(request), alias, user_id));
      response.status(201).json(aliasView(added));
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));

  router
    .route('/:brand/settings/agent-aliases/:alias')
    .all(ofBrandInPath)
    .delete(requireSession, requireOwner, async (request, response) => {
      const alias = storableText(normaliseEmail(request.params.alias ?? ''));
      response.json(aliasView(foundOr404(await agents.removeAlias(actingOwner(request), alias), 'alias')));
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}

function refusalOf(outcome: Exclude<AddAliasOutcome, { added: AliasOnFile }>): [field: string, text: string] {
  switch (outcome.refused) {
    case 'unknown_user':
      return ['user_id', 'user_id must be the id of a user of the brand'];
    case 'user_not_active':
      return ['user_id', 'the user is not active: an alias would match nobody'];
    case 'removed_meanwhile':
      return ['alias', 'this alias was removed meanwhile: add it again'];
    case 'address_of_user':
      return ['alias', `this is the address of ${outcome.takenBy.name}, and is always used for them`];
    case 'alias_of_another': {
      const { name, email } = outcome.takenBy;
      return ['alias', `this is an alias of ${name} (${email}) already: remove it first`];
    }
  }
}

function addedOr422(outcome: AddAliasOutcome): AliasOnFile {
  if ('added' in outcome) return outcome.added;
  const [field, text] = refusalOf(outcome);
  throw invalidBody(field, outcome.refused, text);
}

function aliasView({ alias, createdAt, user }: AliasOnFile): AgentAliasView {
  const { id, email, name, status } = user;
  return { alias, user_id: id, email, name, status, created_at: createdAt.toISOString() };
}

function unresolvedView({ items, truncated, users }: UnresolvedAgentsOnFile): UnresolvedAgents {
  return {
    items: items.map(({ agent, events, firstSeenAt, lastSeenAt, likely }) => ({
      agent,
      events,
      first_seen_at: firstSeenAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      likely_user: likely && {
        user_id: likely.id,
        email: likely.email,
        name: likely.name,
        status: likely.status,
      },
    })),
    truncated,
    users: users.map(({ id, email, name }) => ({ user_id: id, email, name })),
  };
}
