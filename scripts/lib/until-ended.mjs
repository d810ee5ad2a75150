/**
 * Keeps this process running until `signal` aborts or one of the services ends; resolves to the sentence about that service. The
 * services are separate processes, which do not keep this one running.
 */
export async function untilEnded(services, signal) {
  const awake = setInterval(() => {}, 60_000);
  try {
    return await Promise.race([onAbort(signal), ...services.map(({ ended }) => ended)]);
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
