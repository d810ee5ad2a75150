import type { Wire } from '@callside/test-kit';

const answer = JSON.stringify({
  accepted: true,
  duplicate: false,
  agent_resolved: true,
  call_active: true,
  delivered_sockets: 0,
});
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n`;

/** Forwards everything except one event: it answers this one with 200 itself, each time it is sent. */
export function dropOneAcknowledgedWrite({ afterEvents }: { afterEvents: number }): {
  wire: Wire;
  droppedEvent: () => string | null;
} {
  let seen = 0;
  let dropped: string | null = null;

  function isToDrop(request: string): boolean {
    const eventId = /"event_id":"([^"]+)"/.exec(request)?.[1];
    // Not one of a call with one id for all of its events.
    if (eventId === undefined || !request.includes(`{"ref":"${eventId}"}`)) return false;
    seen += 1;
    if (seen > afterEvents && dropped === null) dropped = eventId;
    return dropped === eventId;
  }

  const wire: Wire = ({ client, server }) => {
    server.pipe(client);
    let held = '';
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (held === '' && !text.startsWith('POST /call-events/')) {
        server.write(chunk);
        return;
      }
      held += text;
      if (!isWhole(held)) return;
      if (isToDrop(held)) client.write(head + answer);
      else server.write(held, 'latin1');
      held = '';
    });
  };
  return { wire, droppedEvent: () => dropped };
}

function isWhole(request: string): boolean {
  const bodyAt = request.indexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(request)?.[1];
  return bodyAt > 3 && length !== undefined && request.length - bodyAt >= Number(length);
}
