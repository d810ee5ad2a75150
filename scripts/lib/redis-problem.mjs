import { readFile } from 'node:fs/promises';

/** Why a running call-events cannot use Redis, from its log; null: it can, or has none. */
export async function redisProblem({ url, logFile }) {
  const response = await fetch(`${url}/health`);
  const { redis } = await response.json();
  if (redis !== 'down') return null;
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  const line = lines.findLast((text) => text.includes('"msg":"Redis is unavailable"'));
  const { message, code } = line === undefined ? {} : JSON.parse(line).err;
  return message || code || 'it does not answer';
}
