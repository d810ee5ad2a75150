import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from './post-json.mjs';
import { StepFailed } from './run-step.mjs';

const patienceMs = 15_000;

/** The demo's request; `npm start` prints it as a curl line. */
export const demoQuestion = { phone: '4155552671', num_items: 3 };

/** Fetches offers for the customer of the demo call, whose history the service looks up, and confirms that the first was sold. */
export async function sellDemoOffer({ baseUrl, key }) {
  await untilHealthy(baseUrl);
  const sentAt = performance.now();
  const offers = await postJson(`${baseUrl}/recommend`, key, demoQuestion);
  const answeredAfterMs = performance.now() - sentAt;
  const { recommendation_id, recommendation } = offers;
  if (recommendation === null) return { offers, answeredAfterMs, sale: null };
  const { sku, web_price } = recommendation;
  const line = { sku, qty: 1, unit_price: web_price, order_line_id: `demo-${randomUUID()}` };
  const body = { phone: demoQuestion.phone, recommendation_id, purchased_lines: [line] };
  return { offers, answeredAfterMs, sale: await postJson(`${baseUrl}/purchase`, key, body) };
}

/** Waits for the recommender, which may still load its catalogue. */
async function untilHealthy(baseUrl) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${baseUrl}/health`);
    const text = await response.text();
    if (response.ok) return;
    if (Date.now() > deadline) throw new StepFailed(`the recommender does not become healthy: ${text}`);
    await sleep(100);
  }
}
