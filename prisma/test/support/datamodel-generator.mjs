// A generator for `prisma generate`, which starts it and sends it the parsed schema: writes the data model to its output as JSON.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'generate') writeFileSync(params.generator.output.value, JSON.stringify(params.dmmf.datamodel));
  const result = method === 'getManifest' ? { manifest: {} } : null;
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
