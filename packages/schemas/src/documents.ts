// The OpenAPI and AsyncAPI documents. Loading them takes longer than loading all schemas together, and few programs need them.

export * from './async-api.ts';
export * from './open-api.ts';
export * from './recommender-open-api.ts';
