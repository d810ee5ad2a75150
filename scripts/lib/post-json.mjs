import { StepFailed } from './run-step.mjs';

/** Posts a body with an API key. Resolves to the answer; rejects when it is a refusal. */
export async function postJson(url, key, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new StepFailed(`${url} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
