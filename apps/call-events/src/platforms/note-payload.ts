import { apiKeyId } from '@callside/auth';
import type { PlatformPayload } from '@callside/schemas';
import { textBody, toServiceError } from '@callside/service-kit';
import type { Request } from 'express';
import { requestBrand } from '../brands/index.ts';
import type { NotedPayload } from './last-payloads.store.ts';
import { type AddressSettings, platformRequest } from './platform-request.ts';
import { acceptedSignature, platformAdapter, refusedSignature } from './platform-values.ts';
import { payloadFields } from './rules/payload-fields.ts';

interface Settings extends AddressSettings {
  note: (noted: NotedPayload) => void;
  now: () => Date;
}

export function noteAccepted(request: Request, events: PlatformPayload['events'], settings: Settings): void {
  noteOutcome(request, { reason: null, events }, settings);
}

/** Of a request that names a platform. What this service failed at is no refusal, and neither is a limit. */
export function noteRefused(request: Request, error: unknown, settings: Settings): void {
  const { status, code, message, issues } = toServiceError(error);
  if (status >= 500 || code === 'too_many_requests') return;
  if (requestBrand.find(request) === undefined || platformAdapter.find(request) === undefined) return;
  const said = code === 'invalid' ? issues.map(({ msg }) => msg).join('; ') : message;
  noteOutcome(request, { reason: refusedSignature.find(request) ?? said, events: [] }, settings);
}

function noteOutcome(
  request: Request,
  outcome: Pick<PlatformPayload, 'reason' | 'events'>,
  { note, now, ...settings }: Settings,
): void {
  const isKnown = apiKeyId.find(request) !== undefined || acceptedSignature.find(request) === true;
  const fields = isKnown && textBody.find(request) ? payloadFields(platformRequest(request, settings)) : null;
  note({
    brandId: requestBrand.of(request).id,
    platform: platformAdapter.of(request).platform,
    payload: { at: now().toISOString(), fields, ...outcome },
  });
}
