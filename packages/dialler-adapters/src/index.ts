export type { Adapter, PlatformRequest, SignedRequest, TranslatedEvent, Translation } from './adapter.ts';
export { adapters, findAdapter, problemOfSecret } from './adapters.ts';
export {
  type AmiCall,
  findInAmiEvent,
  type IsAgent,
  isNamedLikeItsNumber,
  timeOf,
} from './platforms/asterisk/ami-event.ts';
export { type AmiMessage, AmiReader } from './platforms/asterisk/ami-reader.ts';
export { signTwilio } from './platforms/twilio/twilio-signature.ts';
export { type AddressNames, isAddressSigned, queryNaming } from './signed-address.ts';
export { isStale } from './stale-request.ts';
export { eventsOf, noNumber } from './translate-call.ts';
