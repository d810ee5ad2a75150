import { z } from 'zod';

const urlSchema = z.string().min(1, 'is not set: start with `npm run bench`');

/** Settings of the benchmark: a server on which it may create a database, and a Redis. */
export function readBenchEnvironment() {
  return z.object({ DATABASE_URL: urlSchema, REDIS_URL: urlSchema }).parse(process.env);
}

export function readBaselineEnvironment() {
  return z.object({ DATABASE_URL: urlSchema, REDIS_URL: urlSchema.optional() }).parse(process.env);
}
