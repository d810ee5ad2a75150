/** The same function, of whose calls within `ms` of one that went through nothing comes: for logs of what fails by the hundred. */
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
