import { createSettings } from './env.ts';
import { hostAddress } from './host-address.ts';

const ofServer = { DATABASE_URL: 'postgresql://localhost/callside' };

it.each([
  ['calls.acme.example', {}, 'https://calls.acme.example'],
  ['localhost', {}, 'http://localhost:4100'],
  ['127.0.0.1', {}, 'http://127.0.0.1:4100'],
  ['127.0.0.1', { PUBLIC_URL: 'http://localhost:4107' }, 'http://127.0.0.1:4107'],
  ['calls.acme.example', { PUBLIC_URL: 'https://calls.acme.example:8443' }, 'https://calls.acme.example:8443'],
  ['calls.acme.example', { PUBLIC_URL: 'http://calls.acme.example' }, 'http://calls.acme.example'],
  ['localhost', { PUBLIC_URL: 'https://calls.acme.example' }, 'https://localhost'],
  ['localhost', { CALL_EVENTS_URL: 'http://localhost:4107' }, 'http://localhost:4107'],
  ['calls.acme.example', { CALL_EVENTS_URL: 'http://localhost:4107' }, 'https://calls.acme.example'],
])('the host %s has with %j the address %s', (host, environment, address) => {
  const settings = createSettings({ environment: { ...ofServer, ...environment }, localFile: '/nowhere' });
  expect(hostAddress(host, settings)).toBe(address);
});
