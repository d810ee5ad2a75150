// A desktop companion that records a simulated microphone when it may, and sends a few lines of transcript, one a second.

import { setTimeout as pause } from 'node:timers/promises';
import { CompanionConnection, CompanionRequestError } from '@callside/client';
import { readOptions } from './lib/example-options.mjs';
import { callEventsUrl, calls } from './lib/example-services.mjs';

const options = readOptions({
  about: "Obeys a rep's recording controls and sends a transcription session of each call.",
  options: {
    url: callEventsUrl,
    token: { about: 'session token of the audience companion', setting: 'DEMO_COMPANION_TOKEN' },
    calls,
  },
});

/** 20 ms of 16 kHz PCM, 16 bits: silence. */
const frame = new Uint8Array(640);
const frameMs = 20;

/** What is said in each call. */
const lines = [
  ['agent', 'Good morning, how can I help you?'],
  ['customer', 'Hello. I ordered from you before, and I am looking for a present.'],
  ['agent', 'With pleasure. I have a few ideas in front of me.'],
  ['customer', 'Tell me. I can pay by card right away.'],
  ['agent', 'Before you read out the number, I pause the recording.'],
];

let call = { reference: null, over: new AbortController() };
let previous = Promise.resolve();
let recorded = 0;
let sessions = 0;
let shown = '';

const companion = new CompanionConnection({
  baseUrl: options.url,
  token: options.token,
  // The change must be applied when this returns; the connection then acknowledges it.
  onChange: show,
  onRecorded: () => {
    recorded += 1;
  },
});

const microphone = setInterval(() => {
  const now = companion.now();
  // The connection decides what is recorded: it discards frames captured during a pause or while the state is unknown.
  companion.frame(frame, now - frameMs, now);
}, frameMs);

companion.start();
process.once('SIGINT', stop);

function show(view) {
  const text = inWords(view);
  if (text !== shown) console.log(text);
  shown = text;
  if (view.unknownReason !== null || view.callReference === call.reference) return;
  call.over.abort();
  call = { reference: view.callReference, over: new AbortController() };
  const { reference, over } = call;
  if (reference !== null) previous = previous.then(() => follow(reference, over.signal)).catch(report);
}

function inWords({ unknownReason, callReference, mayRecord }) {
  if (unknownReason !== null) return `recording unknown (${unknownReason}): nothing is recorded`;
  if (callReference === null) return 'no call';
  return mayRecord ? 'recording' : 'recording paused';
}

/** One call, from its start to its end. */
async function follow(reference, over) {
  const id = await companion.open(reference);
  console.log(`session ${id} is open`);
  let said = 0;
  while (!over.aborted) {
    const [startedAt, from] = [new Date(), companion.now()];
    await pause(1000, undefined, { signal: over }).catch(() => {});
    // Do not transcribe a second that was not recorded completely.
    const since = companion.view.recordingSince;
    if (since === null || since > from || said === lines.length) continue;
    const [speaker, text] = lines[said];
    await companion.chunk({ speaker, text, startedAt, endedAt: new Date() });
    said += 1;
  }
  const { finalized_at } = await companion.close();
  console.log(`session ${id} was finalized at ${finalized_at}; ${recorded} frames recorded so far`);
  sessions += 1;
  if (sessions === Number(options.calls)) stop();
}

function report(error) {
  if (!(error instanceof CompanionRequestError)) throw error;
  if (error.code !== 'stopped') console.error(error.message);
}

function stop() {
  clearInterval(microphone);
  call.over.abort();
  companion.stop();
}
