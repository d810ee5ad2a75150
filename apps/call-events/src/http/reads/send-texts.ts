import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A reader that takes nothing for this long has gone. */
const patienceMs = 120_000;

/**
 * Sends texts as one body, each when the reader has taken the one before. What goes wrong before the first is thrown, and
 * nothing is sent; afterwards the connection is cut, so that nobody takes the part for the whole.
 */
export async function sendTexts(
  texts: AsyncGenerator<string>,
  response: Response,
  headers: Record<string, string>,
): Promise<void> {
  const first = await texts.next();
  response.set(headers);
  if (response.req.method === 'HEAD') {
    await texts.return(undefined);
    response.end();
    return;
  }
  response.setTimeout(patienceMs, () => response.destroy());
  let failure: unknown;
  const all = async function* () {
    try {
      if (!first.done) yield first.value;
      yield* texts;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  await pipeline(Readable.from(all()), response).catch(() => {
    // Without one the reader has left: nobody is to be told.
    if (failure !== undefined) throw failure;
  });
}
