import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Acting } from '@callside/auth';
import type { ImportMessage, KnownColumn, OwnerImportKind } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import type { ColumnMap, ImportReport, ShopFormat } from '@callside/shop-data';

/** Of the thread, while it imports. */
export const connectionsOfImport = 2;

export interface OwnersFile {
  brandId: string;
  kind: OwnerImportKind;
  format: ShopFormat | undefined;
  /** The file's column by the column that it stands for. */
  map: ColumnMap;
  complete: boolean;
  dryRun: boolean;
  /** On this disk. */
  path: string;
  /** As the owner calls it. */
  name: string;
  acting: Acting;
}

export interface ImportTask extends OwnersFile {
  databaseUrl: string;
  sizedTypes: readonly string[];
}

type Progress = Extract<ImportMessage, { type: 'progress' }>;

/** What the thread says. `problem`: one that the owner can solve. */
export type ThreadMessage = Progress | { type: 'done'; report: ImportReport } | ({ type: 'problem' } & ImportProblem);

export interface ImportProblem {
  detail: string;
  hint: string | null;
  columns: KnownColumn[];
}

interface Watch {
  /** Ends the import early: what was written stays, and the report says so. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

const heapMb = 512;

/** Imports one file at a time in a thread of its own: parsing computes without a pause, and no webhook may wait for it. */
export class ImportThread {
  readonly #settings: Pick<ImportTask, 'databaseUrl' | 'sizedTypes'>;
  readonly #stopping = new AbortController();
  #isTaken = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(settings: Pick<ImportTask, 'databaseUrl' | 'sizedTypes'>) {
    this.#settings = settings;
  }

  /** Runs `work`, which may import one file. Throws `conflict` while the work of another owner runs. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isTaken) {
      const message = 'Another file is being imported at the moment. Try again when it has ended.';
      throw new ServiceError({ code: 'conflict', message });
    }
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#isTaken = false;
    }
  }

  /** Within `take`. */
  async import(file: OwnersFile, { signal, onProgress }: Watch): Promise<ImportReport | ImportProblem> {
    const worker = new Worker(workerEntry, {
      workerData: { ...file, ...this.#settings } satisfies ImportTask,
      name: 'imports',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const ends = AbortSignal.any([signal, this.#stopping.signal]);
    const end = () => worker.postMessage('end');
    ends.addEventListener('abort', end);
    if (ends.aborted) end();
    const outcome = outcomeOf(worker, onProgress);
    this.#running = outcome.catch(() => {});
    return outcome;
  }

  /** Ends the import that runs after the rows that are being written. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}

/** Node runs the thread and reads no TypeScript, so sources that run without a build step, as in tests, use the built file too. */
const workerEntry = join(
  dirname(createRequire(import.meta.url).resolve('@callside/call-events/package.json')),
  'dist/import-worker.js',
);

function outcomeOf(worker: Worker, onProgress: Watch['onProgress']): Promise<ImportReport | ImportProblem> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if (message.type === 'progress') onProgress(message);
      else if (message.type === 'done') resolve(message.report);
      else resolve({ detail: message.detail, hint: message.hint, columns: message.columns });
    });
    // An error that Node transfers from a thread is not a native Error, and the log would show nothing of it.
    worker.on('error', (error: Error) => {
      reject(Object.assign(new Error(error.message), error, { stack: error.stack }));
    });
    worker.on('exit', (code) => {
      const missing = existsSync(workerEntry) ? '' : `: ${workerEntry} is missing; \`npm run setup\` builds it`;
      reject(new Error(`the thread that imports files has ended with code ${code}${missing}`));
    });
  });
}
