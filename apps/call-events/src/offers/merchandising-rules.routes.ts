import { requireOwner } from '@callside/auth';
import { type AddedRule, mostRules, type RuleList, ruleFields, ruleSchema, storableText } from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { actingOwner, ofBrandInPath, requestBrand } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';
import type { MerchandisingRuleStore } from './merchandising-rules.store.ts';

interface Dependencies {
  requireSession: RequestHandler;
  rules: Pick<MerchandisingRuleStore, 'list' | 'add' | 'remove'>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(ruleFields);

/** The merchandising rules of a brand. For owners. */
export function createRulesRoutes({ requireSession, rules }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/recommender/rules')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const items = await rules.list(requestBrand.of(request).id);
      response.json({ items } satisfies RuleList);
    })
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const rule = parseOrThrow(ruleSchema, jsonBody.of(request).value);
      const added = await rules.add(actingOwner(request), rule);
      if (added === 'taken') {
        throw invalidBody(
          'name',
          added,
          `there is a rule ${rule.name} already: remove it first, or choose another name`,
        );
      }
      if (added === 'unknown') {
        throw invalidBody('sku', added, `the catalogue has no product ${rule.sku}`);
      }
      if (added === 'full') {
        const message = `A brand has at most ${mostRules} rules: remove one first.`;
        throw new ServiceError({ code: 'conflict', message });
      }
      response.status(201).json(added satisfies AddedRule);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));

  router
    .route('/:brand/recommender/rules/:name')
    .all(ofBrandInPath)
    .delete(requireSession, requireOwner, async (request, response) => {
      const name = storableText(request.params.name ?? '');
      response.json(foundOr404(await rules.remove(actingOwner(request), name), 'rule'));
    })
    .all(methodNotAllowed('DELETE'));
  return router;
}
