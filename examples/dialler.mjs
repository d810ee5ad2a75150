// A telephony platform that posts the events of one call, as they happen.

import { setTimeout as pause } from 'node:timers/promises';
import { DiallerClient } from '@callside/client';
import { readOptions } from './lib/example-options.mjs';
import { callEventsUrl, phone, rep } from './lib/example-services.mjs';
import { runExample } from './lib/run-example.mjs';

const options = readOptions({
  about: 'Places a call with a hold and two pauses of the recording, and ends it.',
  options: {
    url: callEventsUrl,
    key: { about: 'API key for call-events', setting: 'DEMO_KEY' },
    rep,
    // A number other than that of the live call of npm start: with the same number this would be a resend.
    phone: { ...phone, fallback: '+14155550134' },
    call: { about: "the platform's own reference of the call", fallback: `example-${Date.now()}` },
    seconds: { about: 'time between two events', fallback: '2' },
  },
});

await runExample(async () => {
  const dialler = new DiallerClient({
    baseUrl: options.url,
    apiKey: options.key,
    onRetry: ({ error, delayMs }) => console.log(`${error.message}; again in ${delayMs / 1000} s`),
  });

  // The event_id is made from the reference, the event and the ordinal. Without an ordinal the second pause would be a duplicate of the
  // first, and the card number would be recorded.
  const call = { agent_email: options.rep, callReference: options.call };
  const steps = [
    ['call-started', { ...call, phone_number: options.phone, metadata: { queue: 'examples' } }],
    ['hold-started', { ...call, ordinal: 1 }],
    ['hold-ended', { ...call, ordinal: 1 }],
    // Card details are read out now: the companion must not record them.
    ['recording-paused', { ...call, ordinal: 1 }],
    ['recording-resumed', { ...call, ordinal: 1 }],
    // The customer takes another card.
    ['recording-paused', { ...call, ordinal: 2 }],
    ['recording-resumed', { ...call, ordinal: 2 }],
    ['call-ended', call],
  ];
  for (const [event, body] of steps) {
    const answer = await dialler.send(event, { ...body, occurred_at: new Date() });
    console.log(`${event}: ${inWords(answer)}`);
    if (event !== 'call-ended') await pause(Number(options.seconds) * 1000);
  }
});

function inWords({ duplicate, agent_resolved, call_active, delivered_sockets }) {
  if (duplicate) return 'on file already';
  if (!agent_resolved) return 'recorded; no active user has that address';
  if (!call_active) return 'recorded; the rep is on no call';
  return `recorded; shown in ${delivered_sockets} ${delivered_sockets === 1 ? 'tab' : 'tabs'}`;
}
