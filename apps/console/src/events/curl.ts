import type { CallEventName } from '@callside/schemas';

/** The request of an event as a command for a shell. The variable CALLSIDE_KEY stands for the key. */
export function curlOf(origin: string, event: CallEventName, body: object): string {
  return [
    `curl -X POST ${quoted(`${origin}/call-events/${event}`)}`,
    `-H "X-API-Key: $CALLSIDE_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
