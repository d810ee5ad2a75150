import { z } from 'zod';

const urlSchema = z.string().min(1, 'is not set: start with `npm run bench`');

/** Of the benchmark: a server on which it may make a database of its own, and a Redis. */
export function readBenchEnvironment() {
  return z.object({ DATABASE_URL: urlSchema, REDIS_URL: urlSchema }).parse(process.env);
}

export function readBaselineEnvironment() {
  return z.object({ DATABASE_URL: urlSchema }).parse(process.env);
}

/** What a process of the benchmark hands on to those that it starts. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TZ } = process.env;
  return { PATH, HOME, LANG, TZ };
}
