export * from './callside-error.ts';
export type { ClientOptions, Retry } from './http/client-options.ts';
export * from './http/dialler-client.ts';
export { eventIdOf } from './http/event-id.ts';
export { RecommenderClient } from './http/recommender-client.ts';
