import { setTimeout as sleep } from 'node:timers/promises';
import type { Exported } from '../history/occurrences/exports.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Draws } from '../plan/draws.ts';
import { ask } from './ask.ts';

interface ExporterOptions {
  recorder: Recorder;
  brand: string;
  ownerToken: string;
  urls: readonly string[];
  draws: Draws;
}

const readWithinMs = 5000;
/** For the last reads of a round, when nothing is broken. */
const finishWithinMs = 30_000;

/** A program that copies the calls: it reads the export again and again, each time from the cursor of the last read that arrived whole. */
export class Exporter {
  readonly #options: ExporterOptions;
  readonly #cursors: Record<Exported['series'], string> = { started: '', ended: '' };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { draws } = this.#options;
    while (!signal.aborted) {
      await this.#read(draws.pick(['started', 'ended']));
      await sleep(draws.whole(50, 700));
    }
  }

  /** Reads what is left. */
  async finish(): Promise<void> {
    const deadline = performance.now() + finishWithinMs;
    for (const series of ['started', 'ended'] as const) {
      while (!(await this.#read(series))) {
        if (performance.now() > deadline) {
          this.#options.recorder.note({ type: 'missing', what: `no export of the calls that ${series}` });
          return;
        }
        await sleep(200);
      }
    }
  }

  /** One read at a time. Resolves to whether it arrived whole. */
  #read(series: Exported['series']): Promise<boolean> {
    const read = this.#turn.then(() => this.#readOnce(series));
    this.#turn = read;
    return read;
  }

  async #readOnce(series: Exported['series']): Promise<boolean> {
    const { recorder, brand, ownerToken, urls, draws } = this.#options;
    const query = new URLSearchParams({ since: this.#cursors[series], ...(series === 'ended' && { ended: 'true' }) });
    const url = urls[draws.whole(0, urls.length - 1)] ?? '';
    const request = { headers: { authorization: `Bearer ${ownerToken}` }, withinMs: readWithinMs };
    const read = await ask(`${url}/${brand}/calls/export?${query}`, request, async (answer) => {
      const text = await answer.text();
      const cursor = answer.headers.get('x-next-cursor');
      if (answer.status !== 200 || cursor === null) return null;
      const lines = text.split('\n').filter((line) => line !== '');
      return { cursor, calls: lines.map((line): string => JSON.parse(line).reference) };
    });
    if (read === null) return false;
    this.#cursors[series] = read.cursor;
    recorder.note({ type: 'exported', series, calls: read.calls });
    return true;
  }
}
