// A CRM that shows the calls of its users in its own page: a server that gets tokens, and a page with <callside-desk>.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { readOptions } from './lib/example-options.mjs';
import { callEventsUrl, rep } from './lib/example-services.mjs';

const options = readOptions({
  about: 'Serves a page of another system with the desk in it.',
  options: {
    url: callEventsUrl,
    brand: { about: 'the segment of the path that names the brand', setting: 'DEMO_BRAND' },
    key: { about: 'API key of the feature embed', setting: 'DEMO_EMBED_KEY' },
    rep,
    port: { about: 'port of the page; its origin must be allowed in the settings of the brand', fallback: '4300' },
  },
});

const element = new URL('.', import.meta.resolve('@callside/client/desk-element'));
const page = new URL('./crm-page/', import.meta.url);
const script = 'text/javascript; charset=utf-8';

/** By path: the file and its type. */
const files = {
  '/': [new URL('index.html', page), 'text/html; charset=utf-8'],
  '/crm-page.js': [new URL('crm-page.js', page), script],
  '/crm-page.css': [new URL('crm-page.css', page), 'text/css; charset=utf-8'],
  '/callside/desk-element.js': [new URL('desk-element.js', element), script],
  '/callside/desk-link.js': [new URL('desk-link.js', element), script],
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error.message);
    response.writeHead(502).end();
  });
});
server.listen(Number(options.port), () => {
  console.log(`open http://localhost:${server.address().port}/`);
});
process.once('SIGINT', () => {
  server.close();
  server.closeAllConnections();
});

async function answer({ method, url }, response) {
  if (method === 'POST' && url === '/callside-token') return sendToken(response);
  if (url === '/settings.json') return sendJson(response, 200, { src: options.url });
  const [file, type] = files[url] ?? [];
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': type }).end(await readFile(file));
}

/** Here a CRM takes the user of its own session. This one has a single user. The key never leaves this server. */
async function sendToken(response) {
  const asked = await fetch(`${options.url}/${options.brand}/embed-tokens`, {
    method: 'POST',
    headers: { 'X-API-Key': options.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: options.rep }),
  });
  if (!asked.ok) throw new Error(`Callside gave no token: ${asked.status} ${await asked.text()}`);
  sendJson(response, 200, await asked.json());
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
