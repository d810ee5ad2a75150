import { ServiceError } from '@callside/service-kit';
import type { ActingOwner } from '../brands/index.ts';
import type { OfferAsker } from './ask-for-offers.ts';
import type { ObjectionStore } from './objections.store.ts';
import type { OfferedCall } from './rules/call-offers.ts';
import { objectingOn } from './rules/objecting.ts';

export interface ObjectionDependencies {
  objections: Pick<ObjectionStore, 'change'>;
  asker: Pick<OfferAsker, 'objectionChanged'>;
}

/**
 * Stores that the customer of a call wants no offers, or takes that back, and asks for the offers of the call again. Throws
 * `invalid` when neither a number nor a customer is known.
 */
export async function changeObjection(
  call: OfferedCall,
  objects: boolean,
  acting: ActingOwner,
  { objections, asker }: ObjectionDependencies,
): Promise<void> {
  const subjects = objectingOn(call);
  if (subjects.length === 0) {
    const message = 'The call has neither a number nor a customer who could object.';
    throw new ServiceError({
      code: 'invalid',
      message,
      issues: [{ type: 'value_error', loc: ['path', 'reference'], msg: message }],
    });
  }
  await objections.change(call, subjects, objects, acting);
  asker.objectionChanged(call.brandId, call.reference);
}
