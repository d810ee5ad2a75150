import type { Candidate } from './likely-user.ts';

export interface AliasOnFile {
  alias: string;
  createdAt: Date;
  user: { id: string; email: string; name: string; status: Candidate['status'] };
}

export type AddAliasOutcome =
  | { added: AliasOnFile }
  | { refused: 'unknown_user' | 'user_not_active' | 'removed_meanwhile' }
  | { refused: 'address_of_user' | 'alias_of_another'; takenBy: { name: string; email: string } };

/** An active user. `real`: on a call that the test panel did not open. */
export interface RepWithCall {
  id: string;
  email: string;
  name: string;
  onCall: 'none' | 'test' | 'real';
}

/** How events named an agent that matches no active user. */
export interface UnresolvedName {
  agent: string;
  events: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
}
