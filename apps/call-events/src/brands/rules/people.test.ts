import { leavesNoOwner } from './people.ts';

const owner = { role: 'owner', status: 'active' };

it.each([
  ['deactivates the last owner', owner, { status: 'deactivated' }, 1, true],
  ['makes the last owner a rep', owner, { role: 'rep' }, 1, true],
  ['does not change the last owner', owner, { role: 'owner', status: 'active' }, 1, false],
  ['names only the role of the last owner', owner, { role: 'owner' }, 1, false],
  ['names only the status of the last owner', owner, { status: 'active' }, 1, false],
  ['deactivates one of two owners', owner, { status: 'deactivated' }, 2, false],
  ['deactivates a rep', { role: 'rep', status: 'active' }, { status: 'deactivated' }, 1, false],
  ['makes an owner who is not active a rep', { role: 'owner', status: 'invited' }, { role: 'rep' }, 1, false],
] as const)('leavesNoOwner is correct for a change that %s', (_title, person, change, activeOwners, expected) => {
  expect(leavesNoOwner(person, change, activeOwners)).toBe(expected);
});
