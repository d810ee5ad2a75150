import { randomUUID } from 'node:crypto';
import { postJson } from './post-json.mjs';

/** A companion that was killed just before may be recording for 13 s: until then nothing is confirmed. */
const patienceMs = 20_000;

/** Opens a tab as the rep, places a call as a dialler would, and waits until the tab has received it. Leaves the call live. */
export function placeDemoCall({ baseUrl, token, key, email }) {
  return withTab({ baseUrl, token }, async (tab) => {
    // Ends the call of an earlier start; without a live call the event is only recorded.
    await postJson(`${baseUrl}/call-events/call-ended`, key, { agent_email: email });
    const event_id = `demo-${randomUUID()}`;
    const arrival = heard(tab, ['call.event'], (message) => message.event_id === event_id);
    const sentAt = performance.now();
    const answer = await postJson(`${baseUrl}/call-events/call-started`, key, {
      agent_email: email,
      phone_number: '(415) 555-2671',
      customer_id: '0042',
      event_id,
      metadata: { queue: 'demo' },
    });
    const answeredAfterMs = performance.now() - sentAt;
    const message = await arrival;
    return { answer, answeredAfterMs, message: message.payload, arrivedAfterMs: message.at - sentAt };
  });
}

/** Pauses the recording of the live call and resumes it, each time until the companion has confirmed. null: companions do not record. */
export function pauseDemoCall({ baseUrl, token, key, email }) {
  return withTab({ baseUrl, token }, async (tab, { recording }) => {
    if (recording === null || recording.by === 'dialler') return null;
    const change = async (event, paused) => {
      const confirmed = heard(tab, ['recording.confirmation', 'call.state'], (message) =>
        'version' in message
          ? message.recording?.state === 'confirmed' && message.recording.paused === paused
          : message.paused === paused,
      );
      const sentAt = performance.now();
      await postJson(`${baseUrl}/call-events/${event}`, key, { agent_email: email, event_id: `demo-${randomUUID()}` });
      return (await confirmed).at - sentAt;
    };
    const confirmedAfterMs = await change('recording-paused', true);
    await change('recording-resumed', false);
    return { confirmedAfterMs };
  });
}

async function withTab({ baseUrl, token }, act) {
  // Not installed before the project is set up.
  const { io } = await import('socket.io-client');
  const tab = io(`${baseUrl}/rep`, { auth: { token }, transports: ['websocket'] });
  try {
    const { payload } = await heard(tab, ['call.state']);
    return await act(tab, payload);
  } finally {
    tab.close();
  }
}

/** Resolves to the next message of one of those names that matches. Rejects when none comes in time, and when the tab is refused or closed. */
function heard(tab, names, matches = () => true) {
  const message = new Promise((resolve, reject) => {
    const end = (settle, value) => {
      clearTimeout(timer);
      settle(value);
    };
    const fail = (reason) => end(reject, new Error(`the tab ${reason}`));
    const timer = setTimeout(() => fail(`received no ${names.join(' or ')} within ${patienceMs / 1000} s`), patienceMs);
    tab.on('connect_error', (error) => fail(`was refused: ${error.message}`));
    tab.on('disconnect', (reason) => reason === 'io client disconnect' && fail('was closed'));
    for (const name of names) {
      tab.on(name, (payload) => {
        if (matches(payload)) end(resolve, { payload, at: performance.now() });
      });
    }
  });
  // The post whose message it is may fail first: then nobody awaits it.
  message.catch(() => {});
  return message;
}
