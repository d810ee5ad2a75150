import type { Person, PersonChange } from '@callside/schemas';
import type { ActingOwner } from '../acting-owner.ts';
import { leavesNoOwner } from '../rules/people.ts';
import type { PeopleStore } from './people.store.ts';

/** Changes name, role or status of a user. `last owner`: refused, because nobody could manage the brand. null: no such user. */
export function changePerson(
  people: Pick<PeopleStore, 'withPerson'>,
  owner: ActingOwner,
  id: string,
  change: PersonChange,
): Promise<Person | 'last owner' | null> {
  return people.withPerson(owner, id, async (inProgress) => {
    if (leavesNoOwner(inProgress.person, change, inProgress.activeOwners)) return 'last owner';
    return inProgress.change(change);
  });
}
