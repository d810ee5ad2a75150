export { platformCallStatements, readPlatformCalls } from './platform-calls.store.ts';
export { platformCallOf } from './rules/platform-call.ts';
