import type { Query } from '@callside/database';
import type {
  ContinuedLine,
  CustomerMatch,
  DeskEvent,
  DeskOrder,
  DeskPastCall,
  Disposition,
  KnownCustomer,
} from '@callside/schemas';
import type { CallOnFile } from '../calls/index.ts';
import type { CustomerHistory } from '../customers/index.ts';
import { readTranscript, type Transcript } from '../records/index.ts';
import { readContinuedLines } from './continued-call.store.ts';
import {
  pickCustomer,
  selectCustomerCalls,
  selectNotes,
  selectOrders,
  selectOwnCall,
  selectPreviousCall,
  selectRecentEvents,
  selectSession,
  selectStartMetadata,
  writeNotes,
} from './desk.sql.ts';
import { wireRow } from './rules/wire-row.ts';

/** A call of the rep. `id` is internal. */
export interface OwnCall {
  id: string;
  call: CallOnFile;
}

/** null, null: the rep picked none. */
export interface CustomerPick {
  /** Empty: a customer without a code. */
  pickedCustomerId: string | null;
  /** Of the customer without a code, else null. */
  pickedPhoneNumber: string | null;
}

export interface NotesOnFile {
  note: string;
  disposition: Disposition | null;
  isFromSale: boolean;
  version: number;
  updatedAt: Date | null;
}

/** What a rep's page shows beside the live call, and what a rep writes about their calls. */
export class DeskStore {
  readonly #query: Query;

  constructor({ query }: { query: Query }) {
    this.#query = query;
  }

  /** null if the rep has no such call. */
  async findOwnCall(userId: string, reference: string): Promise<OwnCall | null> {
    const [row] = await this.#query<CallOnFile & { callId: string }>(selectOwnCall, [userId, reference]);
    return row === undefined ? null : { id: row.callId, call: row };
  }

  /** The last call that has ended; null: none. */
  async findPreviousCall(userId: string): Promise<OwnCall | null> {
    const [row] = await this.#query<CallOnFile & { callId: string }>(selectPreviousCall, [userId]);
    return row === undefined ? null : { id: row.callId, call: row };
  }

  /** `now`: the database's clock. */
  async readRecentEvents(userId: string): Promise<{ now: Date; events: DeskEvent[] }> {
    const rows = await this.#query<{ now: Date; id: string | null }>(selectRecentEvents, [userId]);
    const [first] = rows;
    if (first === undefined) throw new Error('the database did not return its clock');
    const events = rows.flatMap(({ id, now: _, ...event }) => (id === null ? [] : [wireRow<DeskEvent>(event)]));
    return { now: first.now, events };
  }

  /** The metadata that opened a call, as the JSON text that was sent; null without its event. */
  async readStartMetadata(callId: string): Promise<string | null> {
    const rows = await this.#query<{ metadata: string }>(selectStartMetadata, [callId]);
    return rows[0]?.metadata ?? null;
  }

  readOrders(brandId: string, { customer_id, phone_number }: KnownCustomer): Promise<DeskOrder[]> {
    return this.#query<DeskOrder & Record<string, unknown>>(selectOrders, [
      brandId,
      customer_id,
      customer_id === null ? phone_number : null,
    ]);
  }

  /** The other calls of the customer of a call. */
  async readCustomerCalls(
    brandId: string,
    callId: string,
    { customerId, phoneNumber, pickedPhoneNumber }: CustomerHistory,
  ): Promise<DeskPastCall[]> {
    const values = [brandId, customerId, phoneNumber, callId, pickedPhoneNumber];
    const rows = await this.#query<object>(selectCustomerCalls, values);
    return rows.map(wireRow<DeskPastCall>);
  }

  readContinuedLines(brandId: string, callId: string, history: CustomerHistory): Promise<ContinuedLine[]> {
    return readContinuedLines(this.#query, brandId, callId, history);
  }

  async readNotes(callId: string): Promise<NotesOnFile> {
    const [notes] = await this.#query<NotesOnFile>(selectNotes, [callId]);
    return notes ?? { note: '', disposition: null, isFromSale: false, version: 0, updatedAt: null };
  }

  /** null: the notes have another version. */
  async writeNotes(
    { callId, brandId, userId }: { callId: string; brandId: string; userId: string },
    { note, disposition, isFromSale, version }: Omit<NotesOnFile, 'version' | 'updatedAt'> & { version: number | null },
  ): Promise<NotesOnFile | null> {
    const values = [callId, brandId, userId, note, disposition, version, isFromSale];
    const [notes = null] = await this.#query<NotesOnFile>(writeNotes, values);
    return notes;
  }

  /** Whether the call is live, so that tabs show the customer. */
  async pickCustomer(
    callId: string,
    userId: string,
    { pickedCustomerId, pickedPhoneNumber }: CustomerPick,
    customer: CustomerMatch,
  ): Promise<boolean> {
    const values = [callId, userId, pickedCustomerId, JSON.stringify(customer), pickedPhoneNumber];
    const rows = await this.#query(pickCustomer, values);
    return rows.length > 0;
  }

  /** The transcript of the session that was opened last, after a sequence. */
  async readTranscript(
    callId: string,
    after: number | null,
  ): Promise<{ sessionId: string | null; transcript: Transcript }> {
    const [session] = await this.#query<{ id: string }>(selectSession, [callId]);
    if (session === undefined) return { sessionId: null, transcript: { chunks: [], next: null } };
    return { sessionId: session.id, transcript: await readTranscript(this.#query, session.id, after) };
  }
}
