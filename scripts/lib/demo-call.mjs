import { randomUUID } from 'node:crypto';
import { postJson } from './post-json.mjs';

const patienceMs = 10_000;

/** Opens a tab as the rep, places a call as a dialler would, and waits until the tab has received it. Leaves the call live. */
export async function placeDemoCall({ baseUrl, token, key, email }) {
  // Not installed before the project is set up.
  const { io } = await import('socket.io-client');
  const tab = io(`${baseUrl}/rep`, { auth: { token }, transports: ['websocket'] });
  try {
    await heard(tab, 'call.state');
    // Ends the call of an earlier start; without a live call the event is only recorded.
    await postJson(`${baseUrl}/call-events/call-ended`, key, { agent_email: email });
    const event_id = `demo-${randomUUID()}`;
    const arrival = heard(tab, 'call.event', (message) => message.event_id === event_id);
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
  } finally {
    tab.close();
  }
}

/** Resolves to the next message of that name that matches. Rejects when none comes in time, and when the tab is refused or closed. */
function heard(tab, name, matches = () => true) {
  const message = new Promise((resolve, reject) => {
    const end = (settle, value) => {
      clearTimeout(timer);
      settle(value);
    };
    const fail = (reason) => end(reject, new Error(`the tab ${reason}`));
    const timer = setTimeout(() => fail(`received no ${name} within ${patienceMs / 1000} s`), patienceMs);
    tab.on('connect_error', (error) => fail(`was refused: ${error.message}`));
    tab.on('disconnect', (reason) => reason === 'io client disconnect' && fail('was closed'));
    tab.on(name, (payload) => {
      if (matches(payload)) end(resolve, { payload, at: performance.now() });
    });
  });
  // The post whose message it is may fail first: then nobody awaits it.
  message.catch(() => {});
  return message;
}
