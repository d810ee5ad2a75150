// At the start of the script: the parent may end during the set-up, before anything asks for the signal.
const parent = process.ppid;

/**
 * Aborts on Ctrl-C, SIGTERM and SIGHUP, and when the parent ends. npm does not forward signals, so started processes would keep
 * running. It also aborts when nobody reads the output any more: Ctrl-C in `npm start | tee log` ends tee first.
 */
export function interruption() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, abort);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', abort);
  const watch = setInterval(() => process.ppid !== parent && abort(), 250);
  watch.unref();
  return controller.signal;
}
