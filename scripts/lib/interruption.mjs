/**
 * Aborts on Ctrl-C and its kin, and when the parent ends: npm does not pass on what ends it, and whatever we started
 * would be left running.
 */
export function interruption() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, abort);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && abort(), 250);
  watch.unref();
  return controller.signal;
}
