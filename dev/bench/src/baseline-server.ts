// The baseline of the figures: the same Express, which answers one POST with one plain INSERT.

import express from 'express';
import pg from 'pg';
import { readBaselineEnvironment } from './env.ts';

const { DATABASE_URL } = readBaselineEnvironment();
// As many connections as the load has, so that no insert waits for one. This is faster than the default of ten.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 32 });
const app = express();
app.disable('x-powered-by');
app.disable('etag');

app.post('/call-events/:event', express.json(), async (request, response) => {
  const { agent_email, event_id, occurred_at, metadata } = request.body;
  await pool.query(
    'INSERT INTO baseline_events (event, agent_email, event_id, occurred_at, metadata) VALUES ($1, $2, $3, $4, $5)',
    [request.params.event, agent_email, event_id, occurred_at, metadata],
  );
  response.json({ accepted: true });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);
});
