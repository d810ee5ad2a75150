export { ensureDebianCommand, findCommand } from './debian-command.ts';
export { findFreePort } from './free-port.ts';
export { type Exit, type RunningServer, ServerProcess } from './server-process.ts';
export { startPostgres } from './start-postgres.ts';
export { findRedisBinary, startRedis } from './start-redis.ts';
