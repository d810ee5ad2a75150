import { apiKeyId } from '@callside/auth';
import { type Adapter, findAdapter, type TranslatedEvent } from '@callside/dialler-adapters';
import type { IntegrationAnswer } from '@callside/schemas';
import {
  type BodyBudget,
  createTextBody,
  logFields,
  RequestValue,
  requestId,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import type { CallEventRecorder } from '../../use-cases/record-call-events.ts';
import type { CountAccepted } from '../accepted-events.ts';
import { requestBrand } from '../brand-of-host.ts';
import { parseCallEvent } from '../call-event-request.ts';
import { type AddressSettings, platformRequest } from './platform-request.ts';

export interface IntegrationsDependencies extends AddressSettings {
  /** null: the brand has not switched the platform on. */
  findIntegration: (brandId: string, platform: string) => Promise<{ secret: string | null } | null>;
  requireKey: RequestHandler;
  /** Awaited before a signature is refused; may throw the error to answer instead. */
  onBadSignature: (request: Request) => Promise<void>;
  recorder: Pick<CallEventRecorder, 'record'>;
  countAccepted: CountAccepted;
}

/** Set when the signature of a request was refused: the reason, for logs of the brand. */
export const refusedSignature = new RequestValue<string>('refused signature');

/** Set when the brand has switched the platform on. */
export const platformAdapter = new RequestValue<Adapter>('adapter');
const storedSecret = new RequestValue<string | null>('secret of the integration');

/** EventBridge sends at most as much. */
const limitBytes = 256 * 1024;

/**
 * Payloads of telephony platforms, in their own form. Checks host, platform, method, whether the brand has switched it on,
 * signature or key, and payload, in this order.
 */
export function createIntegrationsRoutes({
  requireBrand,
  budget,
  ...dependencies
}: IntegrationsDependencies & { requireBrand: RequestHandler; budget: BodyBudget }): Router {
  const router = Router();
  router.all(
    '/integrations/:platform',
    requireBrand,
    findPlatform(dependencies),
    createTextBody({ limitBytes, budget }),
    answerRegistration(dependencies),
    authenticate(dependencies),
    async (request, response) => {
      response.json({ events: await recordEvents(request, dependencies) } satisfies IntegrationAnswer);
    },
  );
  return router;
}

function findPlatform({ findIntegration }: IntegrationsDependencies): RequestHandler<{ platform: string }> {
  return async (request, _response, next) => {
    const adapter = findAdapter(request.params.platform);
    if (adapter === undefined) throw notFound('There is no such platform.');
    logFields.of(request).platform = adapter.platform;
    if (!adapter.methods.some((method) => method === request.method)) {
      throw new ServiceError({ code: 'method_not_allowed', message: 'Method Not Allowed', allow: adapter.methods });
    }
    const integration = await findIntegration(requestBrand.of(request).id, adapter.platform);
    if (integration === null) {
      throw notFound(`${adapter.name} is not switched on for this brand: callside integration set switches it on.`);
    }
    platformAdapter.set(request, adapter);
    storedSecret.set(request, integration.secret);
    next();
  };
}

function answerRegistration(settings: AddressSettings): RequestHandler {
  return (request, response, next) => {
    const headers = platformAdapter.of(request).answerRegistration?.(platformRequest(request, settings)) ?? null;
    if (headers === null) return next();
    response.set(headers).json({ events: [] });
  };
}

function authenticate({ requireKey, onBadSignature, ...settings }: IntegrationsDependencies): RequestHandler {
  return async (request, response, next) => {
    const { authentication } = platformAdapter.of(request);
    if (authentication.kind === 'key') {
      // Many clients send a user and a password only after they were asked to.
      response.setHeader('WWW-Authenticate', 'Basic realm="Callside"');
      return requireKey(request, response, (error?: unknown) => {
        if (!error) response.removeHeader('WWW-Authenticate');
        next(error);
      });
    }
    const secret = storedSecret.of(request);
    if (secret !== null && authentication.verify(platformRequest(request, settings), secret)) return next();
    refusedSignature.set(
      request,
      secret === null ? 'No secret is stored for the platform.' : 'The signature is wrong or missing.',
    );
    await onBadSignature(request);
    throw new ServiceError({ code: 'unauthorized', message: 'Signature is invalid or missing.' });
  };
}

/** One after another: a platform may report the end of one call and the start of the next in one request. */
async function recordEvents(
  request: Request,
  { recorder, countAccepted, ...settings }: IntegrationsDependencies,
): Promise<IntegrationAnswer['events']> {
  const translation = platformAdapter.of(request).translate(platformRequest(request, settings));
  if (!translation.ok) {
    const msg = `The payload could not be used: ${translation.problem}.`;
    throw new ServiceError({
      code: 'invalid',
      message: msg,
      issues: [{ type: 'payload_invalid', loc: ['body'], msg }],
    });
  }
  const recorded: IntegrationAnswer['events'] = [];
  for (const translated of translation.events) {
    const answer = await recorder.record(toNewEvent(request, translated));
    countAccepted(translated.event, answer);
    recorded.push({ event: translated.event, ...answer });
  }
  logFields.of(request).events = recorded.length;
  return recorded;
}

function toNewEvent(request: Request, { event, body }: TranslatedEvent) {
  return parseCallEvent({
    event,
    brand: requestBrand.of(request),
    apiKeyId: apiKeyId.find(request) ?? null,
    requestId: requestId.of(request),
    body: {
      value: body,
      memberText: (name) => (name in body ? JSON.stringify(body[name as keyof typeof body]) : undefined),
    },
  });
}

function notFound(message: string): ServiceError {
  return new ServiceError({ code: 'not_found', message });
}
