import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Request } from 'express';
import { receiveFile } from './receive-file.ts';

it('a body that cannot be decompressed ends nothing before its file is open', async () => {
  const body = Buffer.from('no gzip');
  const request = Object.assign(Readable.from([body]), { headers: { 'content-encoding': 'gzip' } });
  const receiving = receiveFile(request as unknown as Request, '/no such directory/file', 100);
  await expect(receiving).rejects.toMatchObject({ code: 'ENOENT' });
  // It fails after that of the request, whose error nobody has heard.
  await expect(promisify(gunzip)(body)).rejects.toThrow('incorrect header check');
});
