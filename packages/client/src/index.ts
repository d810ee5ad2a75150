export * from './callside-error.ts';
