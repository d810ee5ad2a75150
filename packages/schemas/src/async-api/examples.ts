const session_id = '6e4f0f0c-3b1d-4f7e-9a36-0c8a4b1f5d21';

/** Every example is valid for the schema of its message; a test checks this. */
export const sessionExamples = {
  tokenRenew: { newer: { value: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl' } } },
  tokenRenewed: { renewed: { value: { expires_at: '2026-11-21T15:00:00.000Z' } } },
  painted: { painted: { value: { id: '88214' } } },
  open: {
    live_call: { summary: 'Of the live call', value: {} },
    by_reference: {
      summary: 'Of a call by its reference',
      value: { call_reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10' },
    },
  },
  held: { held: { value: { session_id, next_sequence: 0 } } },
  reference: { session: { value: { session_id } } },
  chunk: {
    first: {
      value: {
        session_id,
        sequence: 0,
        speaker: 'customer',
        text: 'Good morning.',
        started_at: '2026-11-21T14:03:07.120Z',
        ended_at: '2026-11-21T14:03:08.480Z',
      },
    },
  },
  stored: { stored: { value: { sequence: 0, duplicate: false } } },
  closed: { closed: { value: { session_id, finalized_at: '2026-11-21T14:09:30.005Z' } } },
  report: { report: { value: { call_reference: '2f1f8e3e-9f3a-4f0e-8a3c-0123456789ab' } } },
  reported: {
    reported: {
      value: { call_reference: '2f1f8e3e-9f3a-4f0e-8a3c-0123456789ab', reported_at: '2026-11-21T14:09:31.250Z' },
    },
  },
};
