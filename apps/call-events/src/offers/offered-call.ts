import { requestUser } from '@callside/auth';
import { ServiceError } from '@callside/service-kit';
import type { Request } from 'express';
import { requestBrand } from '../brands/index.ts';
import { foundOr404, publicId } from '../public-id.ts';
import type { CallOfferStore } from './call-offers.store.ts';
import type { OfferedCall } from './rules/call-offers.ts';

/** The call that the path names: for its own rep, and for owners. Throws `not_found` and `forbidden`. */
export async function offeredCallOf(request: Request, store: Pick<CallOfferStore, 'findCall'>): Promise<OfferedCall> {
  const reference = publicId(String(request.params.reference), 'call');
  const call = foundOr404(await store.findCall(requestBrand.of(request).id, reference), 'call');
  const { id, role } = requestUser.of(request);
  if (call.userId !== id && role !== 'owner') {
    throw new ServiceError({ code: 'forbidden', message: 'This is not a call of yours.' });
  }
  return call;
}
