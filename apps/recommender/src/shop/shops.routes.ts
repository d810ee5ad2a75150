import type { ShopAnswer } from '@callside/schemas';
import {
  addressToCount,
  type BodyBudget,
  createTextBody,
  logFields,
  methodNotAllowed,
  RequestValue,
  ServiceError,
  textBody,
} from '@callside/service-kit';
import { type DeliveryIdentity, findShopAdapter, type ShopAdapter, type SignedShopRequest } from '@callside/shop-data';
import { type Request, type RequestHandler, Router } from 'express';
import type { ShopDelivery } from './take-shop-delivery.ts';

export interface ShopsDependencies {
  shops: {
    /** null: the brand has no such shop. */
    findSecret: (shop: string) => Promise<string | null>;
    take: (delivery: ShopDelivery) => Promise<ShopAnswer>;
    /** Counts a request without a valid signature; throws above the limit. */
    countUnsigned: (address: string) => Promise<void>;
    count: (labels: { shop: string; topic: string; outcome: string }) => void;
    now: () => Date;
    budget: BodyBudget;
  } | null;
}

/** A product of Shopify may have 2,048 variants. */
const limitBytes = 4 * 1024 * 1024;
const mostIdCharacters = 200;
const path = '/shops/:shop';
const adapterOf = new RequestValue<ShopAdapter>('shop adapter');

/** Webhooks of shops. Checks shop, size, signature and payload, in this order. The payload is parsed only with a valid signature. */
export function createShopsRoutes({ shops }: ShopsDependencies): Router {
  const router = Router();
  if (shops === null) {
    router.all(path, () => {
      const message = 'Webhooks of shops are not accepted here: neither SECRETS_KEY nor SESSION_SECRET is set.';
      throw new ServiceError({ code: 'not_found', message });
    });
    return router;
  }
  const readBody = createTextBody({ limitBytes, budget: shops.budget });
  router.post(path, findShop, readBody, async (request, response) => {
    const adapter = adapterOf.of(request);
    const sent = shopRequest(request);
    if (adapter.isTest(sent)) {
      await shops.countUnsigned(addressToCount(request.ip));
      response.json({ outcome: 'ignored' } satisfies ShopAnswer);
      return;
    }
    await requireSignature(request, sent, shops);
    const translation = adapter.translate(sent, shops.now());
    const topic = adapter.topics.find((known) => known === adapter.topicOf(sent)) ?? 'other';
    const labels = { shop: adapter.shop, topic };
    if (!translation.ok) {
      shops.count({ ...labels, outcome: 'invalid' });
      throw unusable(translation.problem);
    }
    const answer = await shops.take({
      shop: adapter.shop,
      identity: limitedIdentity(adapter.identityOf(sent)),
      change: translation.change,
    });
    shops.count({ ...labels, outcome: answer.outcome });
    const fields = logFields.of(request);
    fields.topic = topic;
    fields.outcome = answer.outcome;
    fields.problems = answer.problems?.length ?? 0;
    response.json(answer);
  });
  router.all(path, methodNotAllowed('POST'));
  return router;
}

const findShop: RequestHandler<{ shop: string }> = (request, _response, next) => {
  const adapter = findShopAdapter(request.params.shop);
  if (adapter === undefined) throw new ServiceError({ code: 'not_found', message: 'There is no such shop.' });
  adapterOf.set(request, adapter);
  logFields.of(request).shop = adapter.shop;
  next();
};

/** The answer is the same whether the brand has such a shop or not. */
async function requireSignature(
  request: Request,
  sent: SignedShopRequest,
  { findSecret, countUnsigned }: NonNullable<ShopsDependencies['shops']>,
): Promise<void> {
  const adapter = adapterOf.of(request);
  const secret = await findSecret(adapter.shop);
  if (secret !== null && adapter.verify(sent, secret)) return;
  logFields.of(request).refused = secret === null ? 'the brand has no such shop' : 'the signature is wrong or missing';
  await countUnsigned(addressToCount(request.ip));
  throw new ServiceError({
    code: 'unauthorized',
    message: 'Signature is invalid or missing: the secret of the shop must be the one of `callside shop set`.',
  });
}

/** A header that came more than once has no single value. */
function shopRequest(request: Request): SignedShopRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : undefined,
  ]);
  const { text, bytes } = textBody.of(request);
  return { headers: Object.fromEntries(headers), body: text, bytes };
}

function limitedIdentity(identity: DeliveryIdentity | null): DeliveryIdentity | null {
  return identity === null ? null : { ...identity, id: identity.id.slice(0, mostIdCharacters) };
}

function unusable(problem: string): ServiceError {
  const msg = `The payload could not be used: ${problem}.`;
  return new ServiceError({
    code: 'invalid',
    message: msg,
    issues: [{ type: 'payload_invalid', loc: ['body'], msg }],
  });
}
