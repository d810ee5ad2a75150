import { requestUser } from '@callside/auth';
import type { Request } from 'express';

/** No team has it: a lead without a team reads nobody's calls. */
const noTeam = '';

/** The team whose calls the user of a request may read; null: all of the brand. After a guard. */
export function teamRead(request: Request): string | null {
  const { role, team } = requestUser.of(request);
  return role === 'lead' ? (team ?? noTeam) : null;
}
