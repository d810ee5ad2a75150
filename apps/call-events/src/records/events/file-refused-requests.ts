import { type ApiKeyRefusal, apiKeyId, keyRefusal, presentedKey } from '@callside/auth';
import { normaliseEmail, storableText } from '@callside/schemas';
import { jsonBody, requestId, type ServiceError, toServiceError } from '@callside/service-kit';
import type { ErrorRequestHandler, Request } from 'express';
import { requestBrand } from '../../brands/index.ts';
import { requestEvent } from '../../calls/index.ts';
import { acceptedSignature, platformAdapter, refusedSignature } from '../../platforms/index.ts';
import { redactBody, withoutCredentials } from './rules/redacted-body.ts';
import type { RefusedRequest } from './rules/refused-request.ts';

/** Finds the usable key that a request presented; null: it has none. */
export type FindKey = () => Promise<string | null>;

export interface RefusalDependencies {
  /** Returns at once. `findKey` is called later, for a request that was refused before its key was checked. */
  file: (refused: RefusedRequest, findKey?: FindKey) => void;
  /** The id of the usable key of the brand that a request presents; null: none. */
  findKeyOf: (sent: { presented: string; brandId: string; address: string | undefined }) => ReturnType<FindKey>;
  now: () => Date;
}

const filedStatuses = [401, 404, 413, 422];
const webhooks = /^\/(call-events|integrations)(\/|$)/i;
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
 * Stores refused requests of webhooks and platforms for the users of the brand whose host was called, without the key and with a redacted body. Requests
 * without anything like a Callside key are not a mistake of the sender, and are left out.
 */
export function fileRefusedRequests({ file, findKeyOf, now }: RefusalDependencies): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    const refusal = toServiceError(error);
    const brand = requestBrand.find(request);
    // Without a brand, no owner could read the entry.
    if (
      brand &&
      filedStatuses.includes(refusal.status) &&
      webhooks.test(request.path) &&
      isOfSender(refusal, request)
    ) {
      const presented = presentedKey(request.headers);
      const isUnchecked = apiKeyId.find(request) === undefined && refusal.status !== 401;
      const address = request.ip;
      file(
        { brandId: brand.id, receivedAt: now(), ...describe(refusal, request) },
        isUnchecked && presented !== undefined ? () => findKeyOf({ presented, brandId: brand.id, address }) : undefined,
      );
    }
    next(error);
  };
}

/** For a 401, the request must have a value that begins like a key, or come from a platform that signs. */
function isOfSender({ status }: ServiceError, request: Request): boolean {
  if (refusedSignature.find(request) !== undefined) return true;
  const refusedKey = keyRefusal.find(request);
  return status !== 401 || (refusedKey !== undefined && refusedKey.reason !== 'missing');
}

function describe(refusal: ServiceError, request: Request): Omit<RefusedRequest, 'brandId' | 'receivedAt'> {
  const refusedKey = keyRefusal.find(request);
  const platform = platformAdapter.find(request);
  const reason = refusedSignature.find(request) ?? reasonOf(refusal, refusedKey?.reason);
  return {
    status: refusal.status,
    reason: platform === undefined ? reason : `${platform.name}: ${reason}`,
    requestId: requestId.of(request),
    event: requestEvent.find(request) ?? null,
    agentEmail: agentEmailIn(jsonBody.find(request)?.value),
    apiKeyId: apiKeyId.find(request) ?? refusedKey?.keyId ?? null,
    address: request.ip ?? null,
    body: redactBody(jsonBody.find(request)?.value),
    authenticated: apiKeyId.find(request) !== undefined || acceptedSignature.find(request) === true,
  };
}

/** The messages of issues are fixed texts and quote nothing that was sent. */
function reasonOf({ code, message, issues }: ServiceError, refusedKey: ApiKeyRefusal | undefined): string {
  if (code === 'unauthorized' && refusedKey !== undefined) return keyReasons[refusedKey];
  if (code === 'invalid') return issues.map(({ msg }) => msg).join('; ');
  return message === 'Not Found' ? 'There is no such event.' : message;
}

function agentEmailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('agent_email' in body)) return null;
  const sent = body.agent_email;
  if (typeof sent !== 'string' || sent.length > longestAddress) return null;
  return storableText(normaliseEmail(withoutCredentials(sent, longestAddress))) || null;
}
