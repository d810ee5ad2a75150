import type { Section } from './sentence.ts';

const secondBrand = 'needs a second brand';
const restart = 'needs a crash between the answer and a read';
const owner = 'only an operator or owner of the installation can see it';
const sender = 'binds the sender of events, not the service';
const minutes = 'takes minutes without a companion';
const mayNotMust = 'says what may happen, not what must';

/** spec: call events. Every section of it, in its order. */
export const callEventSentences: readonly Section[] = [
  {
    section: 'What the service does',
    sentences: [
      { id: 'ce-service-1', says: 'one JSON body for each event, to one of six URLs', checks: ['six-endpoints'] },
      { id: 'ce-service-2', says: 'the rep sees the customer as the call connects', checks: ['tab-shows-call'] },
      { id: 'ce-service-3', says: 'anything that can POST over HTTP drives it', checks: ['six-endpoints'] },
      { id: 'ce-service-4', says: 'a host of no brand is answered 404', checks: ['other-host'] },
      { id: 'ce-service-5', says: "a key does not work on another brand's host", unchecked: secondBrand },
      {
        id: 'ce-service-6',
        says: 'a call belongs to the rep, not to an id of the sender',
        checks: ['call-id-ignored', 'one-call-a-rep'],
      },
      { id: 'ce-service-7', says: 'the internal call id is never returned', checks: ['internal-id-hidden'] },
      { id: 'ce-service-8', says: 'the event is processed before the answer', checks: ['retry', 'start-opens'] },
      { id: 'ce-service-9', says: 'a 200 means that the event is stored durably', unchecked: restart },
    ],
  },
  {
    section: 'Event request body',
    sentences: [
      {
        id: 'ce-request-1',
        says: 'agent_email: case and outer white space do not count',
        checks: ['address-normalised'],
      },
      { id: 'ce-request-2', says: 'agent_email is required and not empty', checks: ['agent-required'] },
      {
        id: 'ce-request-3',
        says: 'phone_number is required on call-started and not empty',
        checks: ['number-required'],
      },
      { id: 'ce-request-4', says: 'phone_number is optional on later events', checks: ['six-endpoints'] },
      { id: 'ce-request-5', says: 'later events inherit the number of the start', checks: ['log-numbers'] },
      { id: 'ce-request-6', says: 'a number that a later event repeats is stored', checks: ['log-numbers'] },
      { id: 'ce-request-7', says: 'customer_id is optional on every event', checks: ['customer-code-optional'] },
      { id: 'ce-request-8', says: 'customer_id is kept as sent, with leading zeros', checks: ['customer-code-kept'] },
      { id: 'ce-request-9', says: 'customer_id as a bare number is 422', checks: ['customer-code-type'] },
      { id: 'ce-request-10', says: 'customer_id has no further format', checks: ['customer-code-any-text'] },
      { id: 'ce-request-11', says: 'event_id makes retries safe', checks: ['retry', 'retry-of-start'] },
      { id: 'ce-request-12', says: 'event_id is unique in the brand', checks: ['id-unique-per-brand'] },
      { id: 'ce-request-13', says: 'the same event_id in two brands is two events', unchecked: secondBrand },
      { id: 'ce-request-14', says: 'event_id is optional', checks: ['without-id-new'] },
      { id: 'ce-request-15', says: 'occurred_at is an ISO 8601 time', checks: ['time-as-sent'] },
      {
        id: 'ce-request-16',
        says: 'without a usable occurred_at the receive time counts',
        checks: ['time-falls-back'],
      },
      { id: 'ce-request-17', says: 'occurred_at never rejects an event', checks: ['time-never-rejects'] },
      { id: 'ce-request-18', says: 'metadata is any JSON object', checks: ['metadata-any-object'] },
      {
        id: 'ce-request-19',
        says: 'metadata is kept as sent; none or null is an empty object',
        checks: ['metadata-as-sent'],
      },
      { id: 'ce-request-20', says: 'unlisted fields are ignored', checks: ['extra-fields-ignored', 'call-id-ignored'] },
      {
        id: 'ce-request-21',
        says: 'nothing else rejects a request',
        checks: ['nothing-else-rejects', 'time-never-rejects', 'customer-code-any-text'],
      },
      {
        id: 'ce-request-22',
        says: 'the customer_id of the opening event alone is that of the live call',
        checks: ['customer-code-of-opening'],
      },
      { id: 'ce-request-23', says: 'later events record their own customer_id', checks: ['log-customer-code'] },
      { id: 'ce-request-24', says: 'each event is recorded with agent, id and time', checks: ['log-entry'] },
    ],
  },
  {
    section: 'Event response body',
    sentences: [
      {
        id: 'ce-response-1',
        says: 'accepted is true on every 200',
        checks: ['six-endpoints', 'unknown-agent', 'no-call'],
      },
      { id: 'ce-response-2', says: 'duplicate is true for an event_id on file', checks: ['retry', 'retry-of-start'] },
      {
        id: 'ce-response-3',
        says: 'duplicate is true for a start of the call that the rep is on',
        checks: ['resend', 'resend-with-code'],
      },
      { id: 'ce-response-4', says: 'a duplicate adds no row to the log', checks: ['log-duplicate'] },
      {
        id: 'ce-response-5',
        says: 'agent_resolved tells whether an active user matched',
        checks: ['six-endpoints', 'unknown-agent'],
      },
      {
        id: 'ce-response-6',
        says: 'call_active tells whether the event landed on a live call',
        checks: ['six-endpoints', 'no-call', 'end-closes'],
      },
      {
        id: 'ce-response-7',
        says: 'delivered_sockets counts tabs of the server that answered',
        checks: ['tab-counted'],
      },
      {
        id: 'ce-response-8',
        says: 'tabs on other servers get the event without being counted',
        unchecked: 'from outside nobody knows which server has a tab',
      },
      {
        id: 'ce-response-9',
        says: 'an unresolved agent is no error and shows nothing to any rep',
        checks: ['unknown-agent', 'unknown-agent-not-shown'],
      },
      { id: 'ce-response-10', says: 'an event without a live call is recorded and no error', checks: ['no-call'] },
      { id: 'ce-response-11', says: 'a tab that opens during a call shows it', checks: ['tab-mid-call'] },
      { id: 'ce-response-12', says: 'a duplicate delivers to no tab as a rule', checks: ['duplicate-not-relayed'] },
      {
        id: 'ce-response-13',
        says: 'a retried recording control delivers the current state',
        checks: ['retried-pause'],
      },
    ],
  },
  {
    section: 'Transcription session object',
    sentences: [
      {
        id: 'ce-session-1',
        says: 'chat, call detail and export have the session',
        checks: ['session-live', 'session-in-call-reads'],
      },
      { id: 'ce-session-2', says: 'without a session the value is null', checks: ['chat-without-session'] },
      { id: 'ce-session-3', says: 'live is true while the lease is held', checks: ['session-live'] },
      { id: 'ce-session-4', says: 'live stays true in the reconnect window of 120 s', unchecked: minutes },
      { id: 'ce-session-5', says: 'a finalized session is not live', checks: ['session-finalized'] },
      { id: 'ce-session-6', says: 'without a lease live is false, also when not finalized', unchecked: minutes },
      { id: 'ce-session-7', says: 'finalized_at is stored once', checks: ['session-finalized'] },
      { id: 'ce-session-8', says: 'finalized_at is cleared when the session resumes', checks: ['session-resumed'] },
      { id: 'ce-session-9', says: 'finalized_at is null for old sessions', unchecked: 'needs sessions from before' },
      {
        id: 'ce-session-10',
        says: "ended_at is when the dialler's end arrived, fixed then",
        checks: ['session-ended-at'],
      },
      {
        id: 'ce-session-11',
        says: 'otherwise ended_at is the last activity or the closing',
        checks: ['session-finalized'],
      },
      { id: 'ce-session-12', says: 'chunks can advance ended_at before the end', unchecked: mayNotMust },
    ],
  },
  {
    section: 'States and transitions',
    sentences: [
      { id: 'ce-state-1', says: 'a rep is on one call at most', checks: ['one-call-a-rep'] },
      { id: 'ce-state-2', says: 'call-started opens a call', checks: ['start-opens'] },
      { id: 'ce-state-3', says: 'a call begins unpaused', checks: ['start-unpaused'] },
      {
        id: 'ce-state-4',
        says: 'a start with the same number and no other customer is a resend, also without an id',
        checks: ['resend', 'resend-with-code'],
      },
      { id: 'ce-state-5', says: 'a resend keeps the recording state', checks: ['resend-keeps-pause'] },
      {
        id: 'ce-state-6',
        says: 'another number or a conflicting customer is a new call',
        checks: ['other-number', 'other-customer'],
      },
      { id: 'ce-state-7', says: 'the service ends the old call itself', checks: ['implicit-end', 'one-call-a-rep'] },
      { id: 'ce-state-8', says: 'the new call begins unpaused', checks: ['next-call-unpaused'] },
      { id: 'ce-state-9', says: 'call-ended ends the call', checks: ['end-closes'] },
      {
        id: 'ce-state-10',
        says: 'the recording state is cleared first, so that a pause does not mute the next call',
        checks: ['companion-end', 'end-clears-pause'],
      },
      {
        id: 'ce-state-11',
        says: 'hold is relayed and pauses no audio',
        checks: ['hold-is-no-pause', 'companion-hold'],
      },
      {
        id: 'ce-state-12',
        says: 'recording-paused pauses, and page and companion hear it',
        checks: ['pause-and-resume', 'companion-pause'],
      },
      {
        id: 'ce-state-13',
        says: 'recording-resumed resumes, and page and companion hear it',
        checks: ['pause-and-resume', 'companion-pause'],
      },
      {
        id: 'ce-state-14',
        says: 'without a live call other events change nothing',
        checks: ['no-call', 'no-call-not-shown'],
      },
      { id: 'ce-state-15', says: 'events of an unknown agent change nothing', checks: ['unknown-agent-not-shown'] },
      { id: 'ce-state-16', says: '150 s without a refresh end the lease', unchecked: minutes },
      { id: 'ce-state-17', says: 'the finalization ends live and sets finalized_at', checks: ['session-finalized'] },
      { id: 'ce-state-18', says: 'a resumed session is not finalized', checks: ['session-resumed'] },
      {
        id: 'ce-state-19',
        says: 'instances share the lease, and frames refresh it',
        unchecked: 'needs several instances and minutes',
      },
    ],
  },
  {
    section: 'Endpoints',
    sentences: [
      { id: 'ce-endpoints-1', says: 'six paths below /call-events take POST', checks: ['six-endpoints'] },
      {
        id: 'ce-endpoints-2',
        says: 'call-started needs agent and number',
        checks: ['agent-required', 'number-required'],
      },
      { id: 'ce-endpoints-3', says: 'the others need the agent only', checks: ['agent-required', 'six-endpoints'] },
      { id: 'ce-endpoints-4', says: 'later events apply to the call that the rep is on', checks: ['current-call'] },
      {
        id: 'ce-endpoints-5',
        says: 'a missing companion does not change the answer',
        checks: ['six-endpoints', 'companion-pause'],
      },
      { id: 'ce-endpoints-6', says: 'a reload restores the recording state', checks: ['reload-keeps-pause'] },
      { id: 'ce-endpoints-7', says: 'nothing is rejected for its order', checks: ['any-order', 'no-call'] },
      {
        id: 'ce-endpoints-8',
        says: 'a hold that was overtaken is corrected by the next event',
        checks: ['hold-overtaken'],
      },
      { id: 'ce-endpoints-9', says: 'events of a call that never started are recorded only', checks: ['no-call'] },
      { id: 'ce-endpoints-10', says: 'call-started is sent first', unchecked: sender },
    ],
  },
  {
    section: 'Phone number handling',
    sentences: [
      { id: 'ce-phone-1', says: 'E.164 numbers pass untouched', checks: ['number-untouched'] },
      {
        id: 'ce-phone-2',
        says: "a national number is converted by the brand's country",
        unchecked: 'the country of the brand is not known from outside',
      },
      { id: 'ce-phone-3', says: 'a number that cannot be placed is kept as sent', checks: ['number-as-sent'] },
      { id: 'ce-phone-4', says: 'a placeholder for a withheld number is accepted', checks: ['number-as-sent'] },
    ],
  },
  {
    section: 'Transcription session read',
    sentences: [
      { id: 'ce-read-1', says: 'GET /{brand}/chats/{chat_id} has the session', checks: ['session-live'] },
      { id: 'ce-read-2', says: 'call detail and export have the session', checks: ['session-in-call-reads'] },
      {
        id: 'ce-read-3',
        says: 'without the lease store the read is an error, never live false',
        unchecked: 'needs the lease store to be stopped',
      },
    ],
  },
  {
    section: 'Authentication',
    sentences: [
      { id: 'ce-auth-1', says: 'every request carries X-API-Key', checks: ['key-required'] },
      { id: 'ce-auth-2', says: 'a key is <KEY_PREFIX>_live_ and 40 hexadecimal characters', checks: ['key-form'] },
      { id: 'ce-auth-3', says: 'a key is shown once and stored as a hash', unchecked: owner },
      { id: 'ce-auth-4', says: 'an owner can issue a key in the settings', unchecked: owner },
      { id: 'ce-auth-5', says: 'a revoked key is answered 401 at once', unchecked: owner },
      { id: 'ce-auth-6', says: 'whoever has the key can post for the brand', checks: ['six-endpoints'] },
      { id: 'ce-auth-7', says: 'a key is for one brand only', unchecked: secondBrand },
      { id: 'ce-auth-8', says: 'a key is for call events only', checks: ['key-of-one-feature'] },
      { id: 'ce-auth-9', says: 'a key reads nothing', checks: ['key-cannot-read'] },
      { id: 'ce-auth-10', says: 'a key is never taken from the URL', checks: ['key-not-in-url'] },
      { id: 'ce-auth-11', says: 'a key is sent over HTTPS only', unchecked: sender },
      { id: 'ce-auth-12', says: 'senders can have keys of their own', unchecked: owner },
      { id: 'ce-auth-13', says: 'the key is checked before the body', checks: ['key-before-body'] },
    ],
  },
  {
    section: 'Events',
    sentences: [
      { id: 'ce-events-1', says: 'each accepted event is relayed to the open tabs', checks: ['tab-each-event'] },
      { id: 'ce-events-2', says: 'recording events reach the companion too', checks: ['companion-pause'] },
      { id: 'ce-events-3', says: 'controls have a sequence that rises across calls', checks: ['sequence-rises'] },
      { id: 'ce-events-4', says: 'page and companion have the same sequence', checks: ['same-sequence'] },
      {
        id: 'ce-events-5',
        says: 'a retry delivers the current state with its sequence',
        checks: ['retried-pause', 'companion-retry'],
      },
      { id: 'ce-events-6', says: 'a retried old pause does not pause again', checks: ['retried-pause'] },
      { id: 'ce-events-7', says: 'controls without an id apply as they arrive', checks: ['controls-without-id'] },
      { id: 'ce-events-8', says: 'call-ended marks the end of the session', checks: ['session-ended-at'] },
    ],
  },
  {
    section: 'Errors',
    sentences: [
      { id: 'ce-errors-1', says: 'a missing, malformed or unknown key is 401', checks: ['key-required'] },
      { id: 'ce-errors-2', says: 'a host that is not served is 404', checks: ['other-host'] },
      { id: 'ce-errors-3', says: 'broken JSON is 422', checks: ['not-json'] },
      {
        id: 'ce-errors-4',
        says: 'missing or empty required fields are 422',
        checks: ['agent-required', 'number-required'],
      },
      {
        id: 'ce-errors-5',
        says: 'a field of a wrong JSON type is 422',
        checks: ['customer-code-type', 'metadata-type'],
      },
      { id: 'ce-errors-6', says: 'a failure of the service is 5xx', unchecked: 'needs a failure of the service' },
      { id: 'ce-errors-7', says: 'a 401 tells nothing of the schema', checks: ['key-before-body'] },
      {
        id: 'ce-errors-8',
        says: 'broken JSON is 422 also with a wrong key, and tells only where it is broken',
        checks: ['not-json-with-bad-key', 'not-json'],
      },
      {
        id: 'ce-errors-9',
        says: 'unknown agent, no call and no tab are 200',
        checks: ['unknown-agent', 'no-call'],
      },
    ],
  },
  {
    section: 'Limits',
    sentences: [
      { id: 'ce-limits-1', says: 'the lease ends after 150 s', unchecked: minutes },
      { id: 'ce-limits-2', says: 'the reconnect window is 120 s', unchecked: minutes },
      { id: 'ce-limits-3', says: 'senders retry after 1, 4 and 15 s', unchecked: sender },
      { id: 'ce-limits-4', says: 'without an id a resent start is recognised', checks: ['resend', 'resend-with-code'] },
      { id: 'ce-limits-5', says: 'without an id other events are new ones', checks: ['without-id-new'] },
    ],
  },
  {
    section: 'Versioning',
    sentences: [
      { id: 'ce-versions-1', says: 'call_id is not needed, and ignored', checks: ['call-id-ignored', 'six-endpoints'] },
      { id: 'ce-versions-2', says: 'customer_id is optional', checks: ['customer-code-optional'] },
    ],
  },
];
