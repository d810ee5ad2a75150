import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createJsonBody } from './json-body.ts';
import { objectOf } from './read-json.ts';

/** Sends a body to the reader; resolves when it is read. */
function send(read: RequestHandler, body: string): Promise<void> {
  const request = Object.assign(Readable.from([Buffer.from(body)]), { headers: {} });
  return new Promise((resolve, reject) => {
    read(request as unknown as Request, new EventEmitter() as Response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    );
  });
}

const longBody = JSON.stringify({ notes: Array.from({ length: 60_000 }, (_, n) => n) });

test('long bodies are read one after the other, and a short one does not wait for them', async () => {
  const read = createJsonBody({ limitBytes: longBody.length, shape: objectOf(['notes']) });
  const order: string[] = [];
  /** How often another long body has got a piece of its own since the last one was done. */
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  countTurn();
  const turnsOf = async (name: string) => {
    await send(read, longBody);
    order.push(name);
    return turns;
  };
  const long = Promise.all(['first', 'second', 'third'].map(turnsOf));
  const short = send(read, '{"notes":1}').then(() => order.push('short'));
  const [first = 0, second = 0, third = 0] = await long;
  await short;
  isOver = true;
  expect(order).toEqual(['short', 'first', 'second', 'third']);
  // If they were read together, all would be done within a turn or two.
  for (const between of [second - first, third - second]) expect(between).toBeGreaterThan(first / 2);
});

test('a long body that is not JSON is refused, and the next one is read', async () => {
  const read = createJsonBody({ limitBytes: 2 * longBody.length, shape: objectOf(['notes']) });
  const bad = send(read, `${longBody}x`);
  const good = send(read, longBody);
  await expect(bad).rejects.toMatchObject({ code: 'invalid' });
  await good;
});
