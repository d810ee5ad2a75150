import { type Candidate, createLikelyUserFinder } from './likely-user.ts';

const user = (email: string, name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: email,
  email,
  name,
  status: 'active',
  aliases: [],
  ...more,
});

const ann = user('ann.lee@acme.example', 'Ann Lee', { aliases: ['ext-1001'] });
const bob = user('bob.stone@acme.example', 'Bob Stone');
const cy = user('c@acme.example', 'Cy Young (ext. 2044)');
const users = [ann, bob, cy];

const likelyFor = (agent: string, among: Candidate[] = users) => createLikelyUserFinder(among)(agent)?.email ?? null;

test.each([
  ['ann.lee@acme.local', ann.email],
  ['ann.lee+dialler@other.example', ann.email],
  ['alee@dialler.example', ann.email],
  ['lee_ann', ann.email],
  ['leea', ann.email],
  ['annlee@acme.example', ann.email],
  ['cyoung@dialler.example', cy.email],
  ['sip/1001', ann.email],
  ['1001@from-internal', ann.email],
  ['sip/2044', cy.email],
  ['bob.stome@acme.example', bob.email],
  ['bob.stnoe@acme.example', bob.email],
  ['bobb.stoone@acme.example', bob.email],
  ['bab.stine@acme.example', bob.email],
])('%s is probably %s', (agent, email) => {
  expect(likelyFor(agent)).toBe(email);
});

test.each([
  '5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71',
  'user_2nvkfpq',
  '0053h000000abcdaak',
  'sip/1002',
  'carol@acme.example',
  'bab.stime@acme.example',
  '7',
  '',
])('no user is likely for %j', (agent) => {
  expect(likelyFor(agent)).toBeNull();
});

test('no user is named if two are equally likely', () => {
  expect(likelyFor('alee', [ann, user('arthur.lee@acme.example', 'Arthur Lee')])).toBeNull();
});

test('a user who is not active is named for their own address only', () => {
  const gone = user('gone@acme.example', 'Gone Girl', { status: 'deactivated' });
  expect(likelyFor('gone@acme.example', [gone])).toBe(gone.email);
  expect(likelyFor('gone@other.example', [gone])).toBeNull();
});

test('an address with another number, or a short one with another letter, is another person', () => {
  expect(likelyFor('agent-18@acme.example', [user('agent-17@acme.example', 'Agent')])).toBeNull();
  expect(likelyFor('rolb@acme.example', [user('rob@acme.example', 'Robin')])).toBeNull();
});
