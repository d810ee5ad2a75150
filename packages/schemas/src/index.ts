export * from './call-event.ts';
export * from './call-state.ts';
export * from './email.ts';
export * from './errors.ts';
export * from './open-api.ts';
export * from './socket-events.ts';
