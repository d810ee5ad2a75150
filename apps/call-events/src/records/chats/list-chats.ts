import type { CustomerMatch } from '@callside/schemas';
import type { Page } from '../../page.ts';
import type { ReadSources } from '../read-sources.ts';
import type { ChatFilter, ChatOnFile } from '../rules/chat-on-file.ts';
import { withCustomers } from '../with-customers.ts';

export interface ListedChat extends ChatOnFile {
  customer: CustomerMatch;
}

/** A page of a brand's chats, each with its customer as stored now. */
export async function listChats(
  { chats, customers }: Pick<ReadSources, 'chats' | 'customers'>,
  filter: ChatFilter,
): Promise<Page<ListedChat>> {
  const { items, next } = await chats.readPage(filter);
  return { next, items: await withCustomers(customers, filter.brandId, items) };
}
