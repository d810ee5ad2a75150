import { companionConnectSchema, declaresProtocol } from './socket-handshake.ts';

it('a companion declares the protocol with its number, and with nothing else', () => {
  expect(declaresProtocol(companionConnectSchema.parse({ token: 'token', protocol: 2 }))).toBe(true);
  const others = [companionConnectSchema.parse({ token: 'token' }), { protocol: '2' }, { protocol: 1 }, null, 'text'];
  expect(others.map(declaresProtocol)).toEqual(others.map(() => false));
});
