import { type Candidate, LikelyUsers } from './likely-user.ts';

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
const users = [ann, bob];

const reasonFor = (agent: string, among: Candidate[] = users) => {
  const found = new LikelyUsers(among).find(agent);
  return found && [found.user.email, found.reason];
};

test.each([
  ['ann.lee@acme.local', ann.email, 'same_local_part'],
  ['alee@dialler.example', ann.email, 'name'],
  ['lee_ann', ann.email, 'name'],
  ['leea', ann.email, 'name'],
  ['annlee@acme.example', ann.email, 'name'],
  ['sip/1001', ann.email, 'same_digits'],
  ['pjsip/1001-0000ab12', ann.email, 'same_digits'],
  ['1001@from-internal', ann.email, 'same_digits'],
  ['ann.lee+dialler@other.example', ann.email, 'same_local_part'],
  ['bob.stome@acme.example', bob.email, 'similar'],
  ['bob.stnoe@acme.example', bob.email, 'similar'],
  ['bobb.stoone@acme.example', bob.email, 'similar'],
  ['bob.stne@acme.example', bob.email, 'similar'],
])('%s is probably %s: %s', (agent, email, reason) => {
  expect(reasonFor(agent)).toEqual([email, reason]);
});

test('an extension in the name of a user belongs to the user, and is not part of the forms of the name', () => {
  const cy = user('c@acme.example', 'Cy Young (ext. 2044)');
  expect(reasonFor('sip/2044', [cy, ann])).toEqual([cy.email, 'same_digits']);
  expect(reasonFor('cyoung@dialler.example', [cy, ann])).toEqual([cy.email, 'name']);
  expect(reasonFor('sip/2045', [cy, ann])).toBeNull();
});

test.each(['5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71', 'user_2nvkfpq', '0053h000000abcdaak'])(
  'the id %s of another platform matches no user',
  (id) => expect(reasonFor(id)).toBeNull(),
);

test.each([['sip/1002'], ['carol@acme.example'], ['7'], ['']])('no user is likely for %j', (agent) => {
  expect(reasonFor(agent)).toBeNull();
});

test('no user is named if two are equally likely', () => {
  expect(reasonFor('alee', [ann, user('arthur.lee@acme.example', 'Arthur Lee')])).toBeNull();
});

test('a user who is not active is named for their own address only', () => {
  const gone = user('gone@acme.example', 'Gone Girl', { status: 'deactivated' });
  expect(reasonFor('gone@acme.example', [gone])).toEqual([gone.email, 'same_address']);
  expect(reasonFor('gone@other.example', [gone])).toBeNull();
});

test.each([
  [4, null],
  [5, 'similar'],
  [64, 'similar'],
  [65, null],
])('addresses of %i letters that differ in one are compared: %s', (length, reason) => {
  const known = user(`${'a'.repeat(length)}@acme.example`, 'Robin');
  expect(reasonFor(`${'a'.repeat(length - 1)}b@acme.example`, [known])?.[1] ?? null).toBe(reason);
});

test('an address with more than two other letters is another person', () => {
  expect(reasonFor('bab.stine@acme.example')).toEqual([bob.email, 'similar']);
  expect(reasonFor('bab.stime@acme.example')).toBeNull();
});

test('an address with another number is another person', () => {
  expect(reasonFor('agent-18@acme.example', [user('agent-17@acme.example', 'Agent')])).toBeNull();
});
