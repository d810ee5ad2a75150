import type { Query } from '@callside/database';
import { type RepRow, type RepSnapshot, toRepSnapshot } from '../../calls/index.ts';
import { selectTeam } from './team.sql.ts';

export interface MemberOnFile {
  name: string;
  team: string | null;
  snapshot: RepSnapshot;
  /** When something was heard of the live call last; null without one. */
  lastSignAt: Date | null;
  offersShown: number;
  offersSold: number;
}

export interface TeamOnFile {
  at: Date;
  silentMinutes: number;
  members: MemberOnFile[];
}

type MemberRow = RepRow & Omit<MemberOnFile, 'snapshot'>;
type TeamRow = { now: Date; silentMinutes: number } & (MemberRow | { user_id: null });

/** What reps are doing now: in one statement, so of one moment. `team` null: the whole brand. */
export async function readTeam(query: Query, brandId: string, team: string | null): Promise<TeamOnFile> {
  const rows = await query<TeamRow>(selectTeam, [brandId, team]);
  const [first] = rows;
  if (first === undefined) throw new Error('the brand is not on file any more');
  return {
    at: first.now,
    silentMinutes: first.silentMinutes,
    members: rows.flatMap((row) => (row.user_id === null ? [] : toMember(row))),
  };
}

function toMember({ name, team, lastSignAt, offersShown, offersSold, ...rep }: MemberRow): MemberOnFile {
  return { name, team, snapshot: toRepSnapshot(rep), lastSignAt, offersShown, offersSold };
}
