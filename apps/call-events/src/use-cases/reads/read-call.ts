import type { CustomerMatch } from '@callside/schemas';
import type { CallOnFile, SessionOnFile } from '../../domain/call-on-file.ts';
import type { Timeline } from './read-chat.ts';
import type { SeeSessions, SessionSeen } from './session-liveness.ts';
import { type FindMatches, withCustomers } from './with-customers.ts';

export interface CallWithSession {
  call: CallOnFile;
  chatId: string;
  session: SessionOnFile | null;
  timeline: Timeline;
}

export interface ShownCall {
  call: CallOnFile;
  chatId: string;
  session: SessionSeen | null;
  timeline: Timeline;
  customer: CustomerMatch;
}

interface Dependencies {
  findCall: (brandId: string, reference: string) => Promise<CallWithSession | null>;
  findMatches: FindMatches;
  seeSessions: SeeSessions;
}

/** A call with its session, timeline and customer; null if the brand has no such reference. */
export function createReadCall({ findCall, findMatches, seeSessions }: Dependencies) {
  return async function readCall(brandId: string, reference: string): Promise<ShownCall | null> {
    const found = await findCall(brandId, reference);
    if (found === null) return null;
    const [session = null] = await seeSessions([found.session]);
    const [shown = null] = await withCustomers(findMatches, brandId, [{ ...found, session }]);
    return shown;
  };
}
