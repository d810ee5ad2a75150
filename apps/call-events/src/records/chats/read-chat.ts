import type { ReadSources } from '../read-sources.ts';
import type { Timeline, Transcript } from '../rules/chat-on-file.ts';
import { readLiveness, type SessionWithLiveness } from '../session-liveness.ts';
import { withCustomers } from '../with-customers.ts';
import type { ListedChat } from './list-chats.ts';

export interface ShownChat extends ListedChat {
  session: SessionWithLiveness | null;
  timeline: Timeline;
  transcript: Transcript;
}

/** A chat with its session, timeline, transcript and customer; null if the brand, or that team of it, has no such id. */
export async function readChat(
  { chats, customers, leases }: Pick<ReadSources, 'chats' | 'customers' | 'leases'>,
  brandId: string,
  chatId: string,
  team: string | null,
): Promise<ShownChat | null> {
  const chat = await chats.findChat({ brandId, chatId, team });
  if (chat === null) return null;
  const [session = null] = await readLiveness(leases, [chat.session]);
  const [shown = null] = await withCustomers(customers, brandId, [{ ...chat, session }]);
  return shown;
}
