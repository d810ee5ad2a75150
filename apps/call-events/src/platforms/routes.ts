import { randomBytes } from 'node:crypto';
import { apiKeyId } from '@callside/auth';
import { findAdapter, isAddressSigned, isStale, type TranslatedEvent } from '@callside/dialler-adapters';
import type {
  CallEventName,
  CallEventResponse,
  EventRemark,
  IntegrationAnswer,
  PlatformPayload,
} from '@callside/schemas';
import { type BodyBudget, createTextBody, logFields, requestId, ServiceError } from '@callside/service-kit';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { type Brand, requestBrand } from '../brands/index.ts';
import type { NotedPayload } from './last-payloads.store.ts';
import { noteAccepted, noteRefused } from './note-payload.ts';
import { type AddressSettings, platformRequest } from './platform-request.ts';
import { acceptedSignature, platformAdapter, refusedSignature } from './platform-values.ts';
import { type FromPlatform, platformCallOf } from './rules/platform-call.ts';

/** Records one of the six events as if its webhook had come. `memberText`: the JSON text of a member of the body. */
export type RecordPlatformEvent = (sent: {
  event: CallEventName;
  brand: Brand;
  apiKeyId: string | null;
  requestId: string;
  body: { value: unknown; memberText: (name: string) => string | undefined };
  remarks: readonly EventRemark[];
  fromPlatform: FromPlatform;
}) => Promise<CallEventResponse>;

export interface IntegrationsDependencies extends AddressSettings {
  /** null: the brand has not switched the platform on. */
  findIntegration: (brandId: string, platform: string) => Promise<{ secret: string | null } | null>;
  requireKey: RequestHandler;
  /** Awaited before a signature is refused; may throw the error to answer instead. */
  onBadSignature: (request: Request) => Promise<void>;
  record: RecordPlatformEvent;
  isOnFile: (brandId: string, eventId: string) => Promise<boolean>;
  /** For the owners' page. Returns at once. */
  note: (noted: NotedPayload) => void;
  now: () => Date;
}

/** The maximum size of a request of EventBridge. */
const limitBytes = 256 * 1024;

/** The signature is checked with it if there is no secret, so that the answer takes the same time. */
const noSecret = randomBytes(32).toString('hex');

/**
 * Payloads of telephony platforms, in their own form. Checks host, platform, method, size, signature or key, and payload, in this
 * order. Without a valid signature or key, the answer does not show whether the brand has switched the platform on.
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
    takePlatform,
    createTextBody({ limitBytes, budget }),
    answerRegistration(dependencies),
    authenticate(dependencies),
    async (request: Request, response: Response) => {
      const events = await recordEvents(request, dependencies);
      noteAccepted(request, events.map(toNoted), dependencies);
      response.json({ events: events.map(({ agent: _, ...event }) => event) } satisfies IntegrationAnswer);
    },
    notingRefusals(dependencies),
  );
  return router;
}

function notingRefusals(dependencies: IntegrationsDependencies): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    noteRefused(request, error, dependencies);
    next(error);
  };
}

const takePlatform: RequestHandler<{ platform: string }> = (request, _response, next) => {
  const adapter = findAdapter(request.params.platform);
  if (adapter === undefined) throw notFound('There is no such platform.');
  logFields.of(request).platform = adapter.platform;
  if (!adapter.methods.some((method) => method === request.method)) {
    throw new ServiceError({ code: 'method_not_allowed', message: 'Method Not Allowed', allow: adapter.methods });
  }
  platformAdapter.set(request, adapter);
  next();
};

function answerRegistration(settings: AddressSettings): RequestHandler {
  return (request, response, next) => {
    const headers = platformAdapter.of(request).answerRegistration?.(platformRequest(request, settings)) ?? null;
    if (headers === null) return next();
    response.set(headers).json({ events: [] });
  };
}

function authenticate(dependencies: IntegrationsDependencies): RequestHandler {
  const checkKey = authenticateByKey(dependencies);
  const checkSignature = authenticateBySignature(dependencies);
  return (request, response, next) => {
    const { kind } = platformAdapter.of(request).authentication;
    return kind === 'key' ? checkKey(request, response, next) : checkSignature(request, response, next);
  };
}

function authenticateByKey({ requireKey, findIntegration }: IntegrationsDependencies): RequestHandler {
  return (request, response, next) => {
    // Many clients send a user and a password only after an answer with this header.
    response.setHeader('WWW-Authenticate', 'Basic realm="Callside"');
    return requireKey(request, response, async (error?: unknown) => {
      if (error) return next(error);
      response.removeHeader('WWW-Authenticate');
      const { platform, name } = platformAdapter.of(request);
      try {
        const integration = await findIntegration(requestBrand.of(request).id, platform);
        next(integration === null ? notFound(`${name} is ${notSwitchedOn}`) : undefined);
      } catch (failure) {
        next(failure);
      }
    });
  };
}

function authenticateBySignature({
  findIntegration,
  onBadSignature,
  ...settings
}: IntegrationsDependencies): RequestHandler {
  return async (request, _response, next) => {
    const { platform, authentication } = platformAdapter.of(request);
    if (authentication.kind !== 'signature') throw new Error(`${platform} does not sign its requests`);
    const integration = await findIntegration(requestBrand.of(request).id, platform);
    const secret = integration?.secret ?? null;
    const sent = platformRequest(request, settings);
    const isRight = authentication.verify(sent, secret ?? noSecret);
    const isAddressRight = isAddressSigned(sent, platformAdapter.of(request), secret ?? noSecret);
    if (isRight && isAddressRight && secret !== null) {
      acceptedSignature.set(request, true);
      return next();
    }
    return refuse(request, isRight ? unsignedAddress : signatureRefusal(integration), onBadSignature);
  };
}

async function refuse(
  request: Request,
  reason: string,
  onBadSignature: IntegrationsDependencies['onBadSignature'],
): Promise<never> {
  refusedSignature.set(request, reason);
  await onBadSignature(request);
  throw new ServiceError({ code: 'unauthorized', message: 'Signature is invalid or missing.' });
}

const unsignedAddress =
  'The signature of the platform does not cover the agent and the customer of the address, and the address has no token for ' +
  'them: callside integration set --agent prints one that has.';
const tooOld = 'It was signed longer ago than the platform sends a request again, and it is not on file.';

const notSwitchedOn = 'not switched on for this brand: callside integration set switches it on.';

function signatureRefusal(integration: { secret: string | null } | null): string {
  if (integration === null) return notSwitchedOn;
  return integration.secret === null ? 'No secret is stored for the platform.' : 'The signature is wrong or missing.';
}

type RecordedEvent = IntegrationAnswer['events'][number] & { agent: string };

function toNoted({
  event,
  agent,
  agent_resolved,
  call_active,
  duplicate,
}: RecordedEvent): PlatformPayload['events'][number] {
  return { event, agent, agent_resolved, call_active, duplicate };
}

/** One after another: a platform may report the end of one call and the start of the next in one request. */
async function recordEvents(
  request: Request,
  { record, isOnFile, now, onBadSignature, ...settings }: IntegrationsDependencies,
): Promise<RecordedEvent[]> {
  const adapter = platformAdapter.of(request);
  const sent = platformRequest(request, settings);
  const translation = adapter.translate(sent);
  if (!translation.ok) {
    const msg = `The payload could not be used: ${translation.problem}.`;
    throw new ServiceError({
      code: 'invalid',
      message: msg,
      issues: [{ type: 'payload_invalid', loc: ['body'], msg }],
    });
  }
  const isOld = isStale(sent, adapter, now());
  // The end of a call may come late, and only ends that call: without it the call would stay live.
  const mayBeLate = translation.events.every(({ event }) => event === 'call-ended');
  if (isOld && !mayBeLate && !(await areOnFile(request, translation.events, isOnFile))) {
    return refuse(request, tooOld, onBadSignature);
  }
  const recorded: RecordedEvent[] = [];
  for (const translated of translation.events) {
    const answer = await record(sentEventOf(request, translated, isOld));
    recorded.push({ event: translated.event, ...answer, agent: translated.body.agent_email });
  }
  logFields.of(request).events = recorded.length;
  return recorded;
}

async function areOnFile(
  request: Request,
  events: readonly TranslatedEvent[],
  isOnFile: IntegrationsDependencies['isOnFile'],
): Promise<boolean> {
  const { id } = requestBrand.of(request);
  const found = events.map(({ body }) => body.event_id !== undefined && isOnFile(id, body.event_id));
  return (await Promise.all(found)).every(Boolean);
}

function sentEventOf(
  request: Request,
  { event, body, order, isFinal = false, isOffHold = false, hasLostPlus = false }: TranslatedEvent,
  isOld: boolean,
): Parameters<RecordPlatformEvent>[0] {
  const { platform, call_id: callId } = body.metadata;
  const { callIdLasts = false, endIsFinal = false } = platformAdapter.of(request);
  return {
    event,
    brand: requestBrand.of(request),
    apiKeyId: apiKeyId.find(request) ?? null,
    requestId: requestId.of(request),
    body: {
      value: body,
      memberText: (name) => (name in body ? JSON.stringify(body[name as keyof typeof body]) : undefined),
    },
    remarks: hasLostPlus ? ['lost_plus'] : [],
    fromPlatform: {
      platformCall: platformCallOf(platform, callId),
      callIdLasts,
      endIsFinal: endIsFinal || isFinal,
      isOffHold,
      order: order ?? null,
      isStale: isOld,
    },
  };
}

function notFound(message: string): ServiceError {
  return new ServiceError({ code: 'not_found', message });
}
