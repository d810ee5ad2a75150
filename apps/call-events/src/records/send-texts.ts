import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** A reader that receives nothing for this long counts as disconnected. */
const readerTimeoutMs = 120_000;
const mostListeners = 20;

/**
 * Sends texts as one body, each after the reader has received the previous one. An error before the first text is thrown and
 * nothing is sent; after a later error the connection is closed, so that the reader cannot take a part for the whole.
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
  response.setTimeout(readerTimeoutMs, () => response.destroy());
  // The middlewares and the pipeline wait for its end with more listeners than Node expects.
  response.setMaxListeners(mostListeners);
  let failure: unknown;
  const readNext = () =>
    texts.next().catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const all = async function* () {
    try {
      for (let text = first; !text.done; text = await readNext()) yield text.value;
    } finally {
      await texts.return(undefined);
    }
  };
  await pipeline(Readable.from(all()), response).catch(() => {
    // Without `failure` the reader has disconnected, which Node.js 24 also throws into the generator: there is nothing to report.
    if (failure !== undefined) throw failure;
  });
}
