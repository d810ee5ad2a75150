import type { PersonChange } from '@callside/schemas';

interface PersonOnFile {
  role: string;
  status: string;
}

/** Whether a change would leave the brand without an active owner. Then nobody could manage it in the console. */
export function leavesNoOwner(person: PersonOnFile, change: PersonChange, activeOwners: number): boolean {
  const isOwner = person.role === 'owner' && person.status === 'active';
  const staysOwner = (change.role ?? person.role) === 'owner' && (change.status ?? person.status) === 'active';
  return isOwner && !staysOwner && activeOwners <= 1;
}
