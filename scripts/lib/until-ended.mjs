import { StepFailed } from './run-step.mjs';

const startAgain = 'The other programs are stopped too, and the data stays. Run npm start again.';

/**
 * Keeps this process running until `signal` aborts; rejects when one of the services ends. The services are separate processes, which do
 * not keep this one running.
 */
export async function untilEnded(services, signal) {
  const awake = setInterval(() => {}, 60_000);
  try {
    const sentence = await Promise.race([onAbort(signal), ...services.map(({ ended }) => ended)]);
    if (!signal.aborted) throw new StepFailed(`${sentence}\n${startAgain}`);
  } finally {
    clearInterval(awake);
  }
}

function onAbort(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
