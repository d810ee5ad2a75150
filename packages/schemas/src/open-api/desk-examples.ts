// Every example is one of the golden payloads; a test checks this.

import type { CallView } from '../call-state.ts';
import type { CustomerMatch, KnownCustomer } from '../customer-match.ts';
import type {
  CallNotesMessage,
  CallNotesRequest,
  CallNotesView,
  CustomerChoice,
  CustomerList,
  Desk,
  DeskCall,
  DeskTranscript,
  TranscriptChunkMessage,
} from '../desk.ts';
import type { OpenApiExample } from './document.ts';

const known: KnownCustomer = { customer_id: '0042178', name: 'Ada Park', phone_number: '+14155550134' };
const customer: CustomerMatch = { match: 'one', ...known, candidates: [] };

const call: CallView = {
  reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  agent_email: 'rep@northwind.example',
  phone_number: '+14155550134',
  customer_id: null,
  started_at: '2026-11-20T08:30:00.412Z',
  ended_at: '2026-11-20T08:41:12.090Z',
  end_reason: 'ended',
  on_hold: false,
  recording_paused: false,
};

const notes: CallNotesView = {
  note: 'Wants the ring in size 7. Call back on Friday.',
  disposition: 'follow_up',
  disposition_from_sale: false,
  version: 3,
  updated_at: '2026-11-20T08:42:03.501Z',
};

const deskCall: DeskCall = {
  call,
  customer,
  customer_picked: true,
  metadata: [{ name: 'queue', value: 'sales' }],
  orders: [
    {
      ordered_on: '2026-10-02',
      order_id: 'W-10077',
      sku: 'RING-7-GOLD',
      title: 'Gold ring',
      qty: 1,
      unit_price: 129.5,
      returned: false,
    },
  ],
  calls: [
    {
      reference: '0192d5f4-1c1e-7a3b-9b60-2f7f3c1d9e11',
      rep_name: 'Robin Lee',
      phone_number: '+14155550134',
      started_at: '2026-11-12T15:02:10.000Z',
      ended_at: '2026-11-12T15:09:44.120Z',
      note: 'Asked about ring sizes.',
      disposition: 'no_sale',
    },
  ],
  notes,
};

const desk: Desk = {
  now: '2026-11-20T08:41:15.000Z',
  events: [
    {
      event: 'call-started',
      event_id: 'call-8821-started',
      received_at: '2026-11-20T08:30:00.412Z',
      phone_number: '+14155550134',
      applied: true,
    },
  ],
  previous_call: { call, customer },
};

const piece = {
  sequence: 12,
  speaker: 'customer',
  text: 'Do you have it in size 7?',
  started_at: '2026-11-20T08:31:10.000Z',
  ended_at: '2026-11-20T08:31:12.400Z',
};
const session_id = '0192d5f4-7d20-7c11-8f3e-0a1b2c3d4e5f';

const transcript: DeskTranscript = { session_id, items: [piece], next_after: null };
const chunk: TranscriptChunkMessage = { call_reference: call.reference, session_id, ...piece };

const notesMessage: CallNotesMessage = { call_reference: call.reference, ...notes };

const notesRequest: CallNotesRequest = {
  note: notes.note,
  disposition: 'follow_up',
  disposition_from_sale: false,
  version: 2,
};
const choice: CustomerChoice = { customer_id: '0042178' };
const choiceByNumber: CustomerChoice = { customer_id: '', phone_number: '+14155550134' };
const found: CustomerList = { items: [known] };

export const deskExamples = {
  desk: { ended: { summary: 'After a call', value: desk } },
  deskCall: { ended: { summary: 'A call that has ended', value: deskCall } },
  deskTranscript: { whole: { summary: 'All that is stored so far', value: transcript } },
  callNotes: { written: { value: notes } },
  pickedCustomer: { picked: { value: customer } },
  foundCustomers: { found: { value: found } },
  transcriptChunk: { piece: { value: chunk } },
  callNotesMessage: { written: { value: notesMessage } },
  callNotesRequest: { everything: { value: notesRequest } },
  customerChoice: {
    one: { value: choice },
    withoutCode: { summary: 'A customer without a code', value: choiceByNumber },
  },
} satisfies Record<string, Record<string, OpenApiExample>>;
