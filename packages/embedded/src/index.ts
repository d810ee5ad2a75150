export { ensureDebianCommand, findCommand } from './debian-command.ts';
export { findFreePort } from './free-port.ts';
export { type Exit, ServerProcess, type ServerProcessOptions } from './server-process.ts';
export { type RunningPostgres, type StartPostgresOptions, startPostgres } from './start-postgres.ts';
export { findRedisBinary, type RunningRedis, type StartRedisOptions, startRedis } from './start-redis.ts';
