// The service with a crash at a point of the first event that is posted to it, selected by CRASH_AT. The points are detected
// from outside, in what the service sends and receives; the service has no code for them.
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Namespace, Server } from 'socket.io';

const point = process.env.CRASH_AT;
const crash = () => process.kill(process.pid, 'SIGKILL');

/** Delayed, so that data already sent reaches its receiver before the process ends. */
const crashSoon = () => setTimeout(crash, 50);
const never = new Promise(() => {});

/** Replaces a method; `around` gets the original, bound. */
function wrap(prototype, name, around) {
  const original = prototype[name];
  prototype[name] = function (...args) {
    return around(original.bind(this), args, this);
  };
}

const requireBeside = (name) => createRequire(createRequire(import.meta.url).resolve(name));
const pg = requireBeside('@callside/database')('pg');
/** Connections that have written an event but not committed it. */
const wroteEvent = new WeakSet();

function crashOnResult(send, args) {
  const callback = args.at(-1);
  if (typeof callback === 'function') return send(...args.slice(0, -1), crash);
  return send(...args).then(crash);
}

wrap(pg.Client.prototype, 'query', (send, args, client) => {
  const [statement] = args;
  const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
  const name = statement?.name;
  if (text.includes('AS presented(digest)')) {
    if (point === 'parse') return crash();
    if (point === 'auth') return crashOnResult(send, args);
  }
  if (name === 'lock-free-reps' && point === 'begin') return crashOnResult(send, args);
  if (name === 'log-events') wroteEvent.add(client);
  if (text === 'COMMIT' && wroteEvent.has(client)) {
    if (point === 'write') {
      // The transaction is not committed before the server receives COMMIT.
      crashSoon();
      return never;
    }
    if (point === 'commit') return crashOnResult(send, args);
  }
  return send(...args);
});

const toRoom = new Server().of('/').to('any room');
wrap(Object.getPrototypeOf(toRoom), 'emit', (emit, [name, ...rest]) => {
  const sent = emit(name, ...rest);
  if (point === 'local relay' && name === 'call.event') crash();
  return sent;
});

wrap(Namespace.prototype, 'serverSideEmit', (emit, [name, ...rest]) => {
  const sent = emit(name, ...rest);
  if (point === 'remote relay' && name === 'announcements') crashSoon();
  return sent;
});

wrap(ServerResponse.prototype, 'end', (end, args, response) => {
  if (response.req?.url?.startsWith('/call-events/')) {
    if (point === 'remote relay') return response;
    if (point === 'respond') response.once('finish', crashSoon);
  }
  return end(...args);
});

// The modules of the build, not its bundle: a bundle has copies of its own of the modules that are replaced above.
await import('../../dist/modules/main.js');
