/**
 * Aborts on Ctrl-C, SIGTERM and SIGHUP, and when the parent ends. npm does not forward signals, so started processes would keep
 * running.
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
