export type { Adapter, PlatformRequest, SignedRequest, TranslatedEvent, Translation } from './adapter.ts';
export { adapters, findAdapter } from './adapters.ts';
export { signTwilio } from './platforms/twilio/twilio-signature.ts';
