import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { startRedis } from '../../src/index.ts';
import { waitUntilGone } from '../support/wait-until-gone.ts';

describe('startRedis', () => {
  it('accepts only clients with its URL, stores nothing on disk and leaves no process', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'callside-embedded-'));
    const redis = await startRedis({ dir });
    if (redis === null) throw new Error('No Redis on this machine');
    const client = await createClient({ url: redis.url }).connect();
    expect(await client.set('key', 'value')).toBe('OK');
    expect(await client.configGet(['save', 'appendonly'])).toEqual({ save: '', appendonly: 'no' });
    client.destroy();
    const stranger = createClient({ url: `redis://127.0.0.1:${redis.port}`, socket: { reconnectStrategy: false } });
    stranger.on('error', () => undefined);
    await expect(stranger.connect()).rejects.toThrow('NOAUTH');
    await redis.stop();
    await waitUntilGone(redis.pid);
    await rm(dir, { recursive: true, force: true });
  });
});
