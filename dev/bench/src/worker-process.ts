import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface WorkerOptions {
  /** File name of the program beside this one. */
  program: string;
  /** Uses only processor time that the measured servers leave free. For clients that represent other machines. Default false. */
  yieldsProcessor?: boolean;
}

/** Runs one of our programs in a separate process, with one order at a time. It ends with this process. */
export class WorkerProcess<Input extends object, Answer> {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static start<Input extends object, Answer>({
    program,
    yieldsProcessor = false,
  }: WorkerOptions): WorkerProcess<Input, Answer> {
    const file = fileURLToPath(new URL(program, import.meta.url));
    const child = fork(file, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // nice sets the priority of all threads. Node.js sets that of the calling one only, and V8 collects garbage in others.
      ...(yieldsProcessor && { detached: true, execPath: 'nice', execArgv: ['-n', '19', process.execPath] }),
    });
    if (yieldsProcessor && child.pid !== undefined) lowerSession(child.pid);
    return new WorkerProcess<Input, Answer>(child);
  }

  ask(input: Input): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('a worker process ended before it had answered'));
      this.#child.once('exit', onExit);
      this.#child.once('message', (answer: unknown) => {
        this.#child.off('exit', onExit);
        resolve(answer as Answer);
      });
      this.#child.send(input);
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

/**
 * Linux shares the processors between sessions before it compares the priorities of processes (autogroups): a niced process in
 * a session of its own takes as much as a server in another. On other systems, and if autogroups are switched off, there is no such file.
 */
function lowerSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // The priority of the process counts.
  }
}

/** The other side: answers each order with the result of `work`. A failure ends the process with its message. */
export function answerMessages<Input>(work: (input: Input) => Promise<object>): void {
  process.on('disconnect', () => process.exit());
  // Ctrl-C in a terminal reaches every process. The process that sends the orders decides when each ends.
  process.on('SIGINT', () => {});
  process.on('message', (input: unknown) => {
    work(input as Input).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}
