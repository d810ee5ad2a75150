// The identity provider of `npm start` and of the tests. It asks for no password, listens on this machine only (in the image of the demo: in
// its container), and is no part of a service's build.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { loginPage, loginPagePolicy } from './login-page.mjs';
import { createProvider } from './provider.mjs';

const demoPeople = [
  { email: 'rep@demo.example', name: 'Robin Rep' },
  { email: 'owner@demo.example', name: 'Olive Owner' },
];

const {
  PORT = '4500',
  DEMO_IDENTITY_PROVIDER_BIND = '127.0.0.1',
  CLIENT_ID = 'callside-demo',
  CLIENT_SECRET,
  PEOPLE,
  REDIRECT_HOSTS = 'localhost,127.0.0.1',
} = process.env;
if (!CLIENT_SECRET) throw new Error('CLIENT_SECRET is not set');
const people = PEOPLE ? JSON.parse(PEOPLE) : demoPeople;

const server = createServer();
server.listen(Number(PORT), DEMO_IDENTITY_PROVIDER_BIND);
await once(server, 'listening');
const { port } = server.address();
const provider = createProvider({
  issuer: `http://127.0.0.1:${port}`,
  people,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectHosts: REDIRECT_HOSTS.split(','),
});
const answer = provider.callback();
server.on('request', (request, response) => {
  if (!request.url.startsWith('/interaction/')) return void answer(request, response);
  ask(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(400, { 'Content-Type': 'text/plain' }).end('This sign-in has expired. Start again.');
  });
});
process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);

async function ask(request, response) {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method === 'POST') {
    const email = new URLSearchParams(await bodyOf(request)).get('email');
    if (!people.some((person) => person.email === email)) throw new Error('there is no such person');
    return provider.interactionFinished(request, response, { login: { accountId: email } });
  }
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': loginPagePolicy(nonce),
    'Cache-Control': 'no-store',
  });
  response.end(loginPage({ people, path: `/interaction/${uid}`, nonce }));
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
