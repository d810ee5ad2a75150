// A rep's tab that prints what a page would show.

import { RepConnection } from '@callside/client';
import { readOptions } from './lib/example-options.mjs';
import { callEventsUrl, calls } from './lib/example-services.mjs';

const options = readOptions({
  about: "Shows a rep's call as it changes.",
  options: {
    url: callEventsUrl,
    token: { about: 'session token of the audience tab', setting: 'DEMO_TAB_TOKEN' },
    calls,
  },
});

let current = null;
let ended = 0;
let shown = '';

const connection = new RepConnection({
  baseUrl: options.url,
  token: options.token,
  onChange: show,
  onUnauthorized: () => {
    console.error('the service does not accept the token; npm start makes a new one');
    process.exitCode = 1;
  },
});
connection.start();
process.once('SIGINT', () => connection.stop());

function show(view) {
  const text = inWords(view);
  if (text !== shown) console.log(text);
  shown = text;
  if (view.version === null) return;
  const reference = view.call?.reference ?? null;
  if (current !== null && reference !== current) ended += 1;
  current = reference;
  if (ended > 0 && ended === Number(options.calls)) connection.stop();
}

function inWords({ link, version, call, recording }) {
  if (version === null) return link;
  const parts = [call === null ? 'no call' : `on a call with ${call.phone_number}`];
  if (call?.on_hold) parts.push('on hold');
  if (recording?.paused) parts.push(`recording paused (${recording.state})`);
  if (link !== 'live') parts.push(link);
  return parts.join(', ');
}
