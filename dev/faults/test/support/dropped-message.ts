import type { Pair, Wire } from '@callside/test-kit';

/** Longest time that a recording may continue after a pause, with the checker's tolerance. */
const longEnoughMs = 6000;
const headEnd = Buffer.from('\r\n\r\n');

interface Dropped {
  pair: Pair;
  sequence: number;
  at: number;
}

/**
 * Forwards everything except one message: the one that sends one pause to one companion, each time it is sent. If this
 * pause is too short to break a rule, another message is dropped.
 */
export function dropOneCompanionMessage(): { wire: Wire; drops: () => number } {
  let dropped: Dropped | null = null;
  let drops = 0;

  function isToDrop(pair: Pair, text: string): boolean {
    const json = /^42\/companion,\d*(\["recording\.state".*)$/s.exec(text)?.[1];
    if (json === undefined) return false;
    const [, { paused, sequence }] = JSON.parse(json);
    if (dropped?.pair === pair && sequence > dropped.sequence && performance.now() - dropped.at < longEnoughMs)
      dropped = null;
    if (dropped === null && paused) {
      dropped = { pair, sequence, at: performance.now() };
      drops += 1;
    }
    return dropped?.pair === pair && dropped.sequence === sequence;
  }

  const wire: Wire = (pair) => {
    const { client, server } = pair;
    client.pipe(server);
    let isUpgraded: boolean | null = null;
    let rest = Buffer.alloc(0);
    server.on('data', (chunk: Buffer) => {
      if (isUpgraded === false) {
        client.write(chunk);
        return;
      }
      rest = Buffer.concat([rest, chunk]);
      if (isUpgraded === null) {
        const end = rest.indexOf(headEnd);
        if (end < 0) return;
        isUpgraded = rest.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101';
        const passed = isUpgraded ? end + headEnd.length : rest.length;
        client.write(rest.subarray(0, passed));
        rest = rest.subarray(passed);
      }
      for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
        const { length, payload } = frame;
        if (!isToDrop(pair, payload.toString('utf8'))) client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  };
  return { wire, drops: () => drops };
}

/** Frames of a server are not masked. Null: the frame is incomplete. */
function firstFrame(bytes: Buffer): { length: number; payload: Buffer } | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  return bytes.length < head + size ? null : { length: head + size, payload: bytes.subarray(head, head + size) };
}
