import type { UserRole } from '@callside/schemas';

/** A change of a person by an owner. Absent fields are unchanged. */
interface PersonChange {
  role?: UserRole | undefined;
  status?: 'active' | 'deactivated' | undefined;
}

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
