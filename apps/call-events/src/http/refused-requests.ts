import type { ApiKeyRefusal } from '@callside/auth';
import { callEventNameSchema, normaliseEmail, storableText } from '@callside/schemas';
import { type ServiceError, toServiceError } from '@callside/service-kit';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { RefusedRequest } from '../domain/refused-request.ts';

interface Dependencies {
  /** Returns at once. */
  file: (refused: RefusedRequest) => void;
  now: () => Date;
}

const filedStatuses = [401, 404, 413, 422];
const webhooks = /^\/call-events(\/|$)/i;
/** Longer texts are not stored. */
const longestAddress = 320;

const keyReasons: Record<ApiKeyRefusal, string> = {
  missing: 'The API key is missing.',
  malformed: 'The API key is malformed.',
  unknown: 'The API key is not known.',
  wrong_feature: 'The API key is for another feature.',
  revoked: 'The API key was revoked.',
  expired: 'The API key has expired.',
  wrong_address: 'The API key may not be used from this address.',
};

/**
 * Stores refused webhook requests for the users of the brand whose host was called, without the key and the body. Requests
 * without anything like a Callside key are not a mistake of the sender, and are left out.
 */
export function fileRefusedRequests({ file, now }: Dependencies): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const refusal = toServiceError(error);
    if (filedStatuses.includes(refusal.status) && webhooks.test(request.path) && isOfSender(refusal, response)) {
      file(describe(refusal, request, response, now()));
    }
    next(error);
  };
}

/** The host must be known; for a 401, the request must also have something that begins like a key. */
function isOfSender({ status }: ServiceError, { locals }: Response): boolean {
  if (locals.brand === undefined) return false;
  return status !== 401 || (locals.keyRefusal !== undefined && locals.keyRefusal.reason !== 'missing');
}

function describe(refusal: ServiceError, request: Request, { locals }: Response, receivedAt: Date): RefusedRequest {
  const event = callEventNameSchema.safeParse(locals.event);
  return {
    brandId: locals.brand.id,
    receivedAt,
    status: refusal.status,
    reason: reasonOf(refusal, locals.keyRefusal?.reason),
    requestId: locals.requestId,
    event: event.success ? event.data : null,
    agentEmail: agentEmailIn(locals.body),
    apiKeyId: locals.apiKey?.id ?? locals.keyRefusal?.keyId ?? null,
    address: request.ip ?? null,
  };
}

/** The messages of issues are fixed texts and quote nothing that was sent. */
function reasonOf({ code, message, issues }: ServiceError, keyRefusal: ApiKeyRefusal | undefined): string {
  if (code === 'unauthorized' && keyRefusal !== undefined) return keyReasons[keyRefusal];
  if (code === 'invalid') return issues.map(({ msg }) => msg).join('; ');
  return code === 'not_found' ? 'There is no such event.' : message;
}

function agentEmailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('agent_email' in body)) return null;
  const sent = body.agent_email;
  if (typeof sent !== 'string' || sent.length > longestAddress) return null;
  return storableText(normaliseEmail(sent)) || null;
}
