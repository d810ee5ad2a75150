import { SignJWT, generateKeyPair } from 'jose';
import * as fc from 'fast-check';
import { startPostgres, startRedis } from '../../../embedded/src/index.ts';
import { PrismaClient } from '../../../../prisma/src/generated/client.ts';
const { PrismaPg } = require('../../../../prisma/node_modules/@prisma/adapter-pg');
it('imports jose and database', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  expect(await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)).toMatch(/^ey/);
  expect(typeof fc.assert).toBe('function');
  const p = await startPostgres({ dataDir: '/tmp/zzjest/pg' });
  const r = await startRedis({ dir: '/tmp/zzjest' });
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: p.url }) });
  expect(await prisma.$queryRaw`select 1 as a`).toEqual([{ a: 1 }]);
  await prisma.$disconnect();
  await r?.stop();
  await p.stop();
});
