import type { Bench } from './bench.ts';

interface CallStart {
  agent_email: string;
  phone_number: string;
  event_id: string;
  occurred_at?: string;
}

/** The new call replaces the previous one of the rep. */
export async function postCallStart({ baseData }: Bench, url: string, call: CallStart): Promise<void> {
  const answer = await fetch(`${url}/call-events/call-started`, {
    method: 'POST',
    headers: { 'x-api-key': baseData.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  if (!answer.ok) throw new Error(`call-started was answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
