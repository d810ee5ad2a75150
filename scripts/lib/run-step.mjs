import { spawn } from 'node:child_process';

/** A command of a step failed; the message contains its output. */
export class StepFailed extends Error {}

const silenceMs = 2_000;
const reminderMs = 10_000;

/**
 * Runs one command and prints one line with its duration; prints the output only when the command fails. A step slower than two
 * seconds shows its progress.
 */
export function runStep(title, command, args, { cwd, env = process.env } = {}) {
  return withProgress(title, () =>
    execute(command, args, { cwd, env }).catch((error) => {
      throw new StepFailed(`${title} failed: ${error.message}`);
    }),
  );
}

/** Runs one command without printing anything. Resolves to its output; rejects with the command and its output when it fails. */
export async function execute(command, args, { cwd, env = process.env } = {}) {
  const { code, output } = await capture(command, args, { cwd, env });
  if (code !== 0) throw new StepFailed(`${[command, ...args].join(' ')}\n\n${output.trimEnd()}`);
  return output;
}

/** Runs a step that is not a single command. `describe` says what was done, if only the result tells. */
export async function withProgress(title, work, describe = () => title) {
  const progress = showProgress(title);
  try {
    const result = await work();
    progress.end('✓', describe(result));
    return result;
  } catch (error) {
    progress.end('✗', title);
    throw error;
  }
}

function capture(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => chunks.push(Buffer.from(error.message)));
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

function showProgress(title) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const terminal = process.stdout.isTTY === true;
  const tick = () => process.stdout.write(terminal ? `\r\x1b[K… ${title} ${seconds()}` : `… ${title} ${seconds()}\n`);
  let timer = setTimeout(() => {
    tick();
    timer = setInterval(tick, terminal ? 200 : reminderMs);
  }, silenceMs);
  return {
    end(mark, done) {
      clearInterval(timer);
      const start = terminal ? '\r\x1b[K' : '';
      process.stdout.write(`${start}${mark} ${done} ${seconds()}\n`);
    },
  };
}
