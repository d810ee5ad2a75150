import type { CustomerMatch } from '@callside/schemas';
import type { CallOnFile } from '../../domain/call-on-file.ts';
import type { Page, Position } from '../../domain/page.ts';
import { type FindMatches, withCustomers } from './with-customers.ts';

export interface ChatOnFile {
  id: string;
  createdAt: Date;
  call: CallOnFile;
}

/** A null filter matches everything. */
export interface ChatQuestion {
  brandId: string;
  /** In its stored form. */
  phoneNumber: string | null;
  agentEmail: string | null;
  after: Position | null;
  limit: number;
}

export interface ListedChat extends ChatOnFile {
  customer: CustomerMatch;
}

interface Dependencies {
  readPage: (question: ChatQuestion) => Promise<Page<ChatOnFile>>;
  findMatches: FindMatches;
}

/** A page of a brand's chats, each with its customer as stored now. */
export function createListChats({ readPage, findMatches }: Dependencies) {
  return async function listChats(question: ChatQuestion): Promise<Page<ListedChat>> {
    const { items, next } = await readPage(question);
    return { next, items: await withCustomers(findMatches, question.brandId, items) };
  };
}
