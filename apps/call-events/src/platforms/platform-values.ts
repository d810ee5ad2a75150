import type { Adapter } from '@callside/dialler-adapters';
import { RequestValue } from '@callside/service-kit';

/** Set when the signature of a request was refused: the reason, for logs of the brand. */
export const refusedSignature = new RequestValue<string>('refused signature');

/** Set when the platform has signed the request. */
export const acceptedSignature = new RequestValue<true>('accepted signature');

/** The adapter of the platform in the path, whether the brand has switched it on or not. */
export const platformAdapter = new RequestValue<Adapter>('adapter');
