/** Limits a function to one call per `ms` milliseconds; further calls are dropped. For logs of errors that occur in large numbers. */
export function atMostEvery<Arguments extends unknown[]>(
  ms: number,
  call: (...args: Arguments) => void,
  now: () => number = () => performance.now(),
): (...args: Arguments) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (now() - calledAt < ms) return;
    calledAt = now();
    call(...args);
  };
}
