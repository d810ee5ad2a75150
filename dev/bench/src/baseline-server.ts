// The baseline of the figures: the same Express, which answers one POST with one plain INSERT. With a Redis it also serves tabs, which
// get each event of their rep with one `emit` through the Redis adapter.

import { createAdapter } from '@socket.io/redis-adapter';
import express from 'express';
import pg from 'pg';
import { createClient } from 'redis';
import { Server } from 'socket.io';
import { readBaselineEnvironment } from './env.ts';

const { DATABASE_URL, REDIS_URL } = readBaselineEnvironment();
// As many connections as the load has, so that no insert waits for one. This is faster than the default of ten.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 32 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');

const sockets = REDIS_URL === undefined ? null : await createSockets(REDIS_URL);

app.post('/call-events/:event', express.json(), async (request, response) => {
  const { agent_email, event_id, occurred_at, metadata } = request.body;
  await pool.query(
    'INSERT INTO baseline_events (event, agent_email, event_id, occurred_at, metadata) VALUES ($1, $2, $3, $4, $5)',
    [request.params.event, agent_email, event_id, occurred_at, metadata],
  );
  sockets?.to(agent_email).emit('call.event', { event: request.params.event, ...request.body });
  response.json({ accepted: true });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);
});
sockets?.server.attach(server);

/** A tab's token is the address of its rep. */
async function createSockets(url: string) {
  const publisher = createClient({ url });
  const subscriber = publisher.duplicate();
  await Promise.all([publisher.connect(), subscriber.connect()]);
  const io = new Server({ adapter: createAdapter(publisher, subscriber), perMessageDeflate: false });
  const tabs = io.of('/rep');
  tabs.on('connection', async (socket) => {
    await socket.join(socket.handshake.auth.token);
    socket.emit('call.state', {});
  });
  return { server: io, to: (room: string) => tabs.to(room) };
}
