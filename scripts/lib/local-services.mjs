import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLocalEnv } from './local-env.mjs';
import { root } from './project.mjs';
import { StepFailed } from './run-step.mjs';

const startPatienceMs = 30_000;

/** Examples have 4300 (crm-page) and 4400 (ivr). */
const identityProviderPort = 4500;

/** The demo shop's stock is not imported again while it runs, so it must not become stale. */
export const stockStaleMinutes = process.env.STOCK_STALE_MINUTES || '0';

/** The default port of each service, and its settings in addition to those of the stores. */
const services = {
  'call-events': {
    port: 4100,
    fixedPort: () => process.env.PORT,
    environment: () => ({ TEST_CALLS: process.env.TEST_CALLS || 'on' }),
  },
  recommender: {
    port: 4200,
    environment: ({ brand, dataDir }) => ({
      BRAND: brand,
      ARTIFACT_DIR: path.join(dataDir, 'artifacts'),
      STOCK_STALE_MINUTES: stockStaleMinutes,
    }),
  },
};

/**
 * The stores and services of `npm start`. DATABASE_URL and REDIS_URL are used as they are; a store without a URL runs under
 * `dataDir`. `stop` ends what was started, in reverse order, and may be called at any time. `onEnded` is called with a sentence about
 * a store or the demo identity provider that ends before that.
 */
export function createLocalServices({ dataDir, onEnded }) {
  const started = [];
  let isStopping = false;

  async function watch(name, server) {
    const sentence = await howItEnds(name, server);
    if (!isStopping) onEnded(sentence);
  }

  /** Starts a program of this project on a free port. */
  async function startProgram(name, { main, logFile, settings, port, fixedPort, patienceMs, signal }) {
    const { ServerProcess } = await import('../../dev/embedded/dist/index.js');
    const start = (wanted) => {
      const server = ServerProcess.start({
        command: process.execPath,
        args: [path.join(root, main)],
        logFile,
        spawnOptions: { env: { ...process.env, ...settings, PORT: String(wanted) } },
        stopSignals: ['SIGTERM'],
        patienceMs,
      });
      started.push(server);
      return server;
    };
    const { server, bound } = await startOnFreePort(name, { port, fixedPort, start, signal });
    return { server, bound, note: noteOfPort({ port, fixedPort, bound }) };
  }

  return {
    async startStores(signal) {
      await mkdir(dataDir, { recursive: true });
      const { startPostgres, startRedis } = await import('../../dev/embedded/dist/index.js');
      const keep = (name, server) => {
        if (server !== null) started.push(server);
        signal.throwIfAborted();
        if (server !== null) void watch(name, server);
        return server?.url;
      };
      const { DATABASE_URL, REDIS_URL, SESSION_SECRET, KEY_PREFIX = 'cs' } = process.env;
      const known = await readLocalEnv(dataDir);
      return {
        DATABASE_URL:
          DATABASE_URL || keep('PostgreSQL', await clearly(startPostgres({ dataDir: path.join(dataDir, 'postgres') }))),
        REDIS_URL: REDIS_URL || keep('Redis', await clearly(startRedis({ dir: dataDir }))),
        SESSION_SECRET: SESSION_SECRET || known.SESSION_SECRET || randomBytes(32).toString('hex'),
        KEY_PREFIX,
      };
    },

    /**
     * The provider at which the demo people sign in, and the settings with which call-events uses it. With OIDC_ISSUER in the
     * environment there is none: people sign in there.
     */
    async startIdentityProvider(signal) {
      if (process.env.OIDC_ISSUER) return { settings: {}, note: ': not needed, OIDC_ISSUER is set' };
      const clientId = 'callside-demo';
      const clientSecret = randomBytes(32).toString('hex');
      const logFile = path.join(dataDir, 'demo-identity-provider.log');
      const { server, bound, note } = await startProgram('the demo identity provider', {
        main: 'dev/demo-identity-provider/src/main.mjs',
        logFile,
        settings: { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
        port: identityProviderPort,
        patienceMs: 5_000,
        signal,
      });
      void watch('The demo identity provider', { ended: server.ended, logFile });
      const issuer = `http://127.0.0.1:${bound}`;
      const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
      return { settings, note };
    },

    /**
     * `name` is a directory of apps/. `ended` resolves to a sentence when the service has ended. `note` is about its port, if that is not the
     * usual one.
     */
    async startService(name, { settings, brand, signal }) {
      const { port, fixedPort, environment } = services[name];
      const logFile = path.join(dataDir, `${name}.log`);
      const { server, bound, note } = await startProgram(name, {
        main: `apps/${name}/dist/main.js`,
        logFile,
        settings: { ...settings, ...environment({ brand, dataDir }) },
        port,
        fixedPort: fixedPort?.(),
        patienceMs: 12_000,
        signal,
      });
      const ended = howItEnds(name, { ended: server.ended, logFile });
      return { url: `http://localhost:${bound}`, logFile, ended, note };
    },

    /** examples/companion.mjs, which records the calls of the demo rep. Resolves when it is connected. */
    async startCompanion({ settings, signal }) {
      const { ServerProcess } = await import('../../dev/embedded/dist/index.js');
      const logFile = path.join(dataDir, 'demo-companion.log');
      const server = ServerProcess.start({
        command: process.execPath,
        args: [path.join(root, 'examples/companion.mjs')],
        logFile,
        spawnOptions: { env: { ...process.env, ...settings } },
        // With it, the companion disconnects in good order: one that is lost may be recording.
        stopSignals: ['SIGINT'],
        patienceMs: 5_000,
      });
      started.push(server);
      await waitForLine('the demo companion', server, signal, (line) => /^(no call|recording( paused)?)$/.test(line));
      void watch('The demo companion', { ended: server.ended, logFile });
      return { logFile };
    },

    async stop() {
      isStopping = true;
      for (const server of started.reverse()) await server.stop();
    },
  };
}

/** A fixed port is never exchanged: one that differs was 0, for which any is taken. */
function noteOfPort({ port, fixedPort, bound }) {
  if (String(bound) === String(fixedPort || port)) return '';
  return fixedPort ? ` on port ${bound}` : ` on port ${bound}: another program has port ${port}`;
}

/** What `startStores` has done, in words. */
export function describeStores({ REDIS_URL }) {
  const postgres = process.env.DATABASE_URL ? 'use PostgreSQL of DATABASE_URL' : 'start PostgreSQL';
  if (REDIS_URL === undefined) return `${postgres}; there is no Redis`;
  return process.env.REDIS_URL ? `${postgres}, use Redis of REDIS_URL` : `${postgres}, start Redis`;
}

/** Resolves to a sentence about a program when it has ended. */
async function howItEnds(name, { ended, logFile }) {
  const { code, signal } = await ended;
  return `${name} ${signal === null ? `has ended with exit code ${code}` : `was ended by ${signal}`}. Its log: ${logFile}`;
}

/** Shows the error messages of the stores without a stack trace. */
function clearly(start) {
  return start.catch((error) => {
    throw new StepFailed(error.message);
  });
}

async function waitUntilListening(name, server, signal) {
  const line = await waitForLine(name, server, signal, (text) => text.includes('"msg":"listening"'));
  return JSON.parse(line).port;
}

async function waitForLine(name, server, signal, matches) {
  const deadline = Date.now() + startPatienceMs;
  while (server.running && Date.now() < deadline) {
    const line = server.readLog().split('\n').find(matches);
    if (line !== undefined) return line;
    await sleep(50, undefined, { signal });
  }
  throw new StepFailed(`${name} did not start:\n${server.readLog()}`);
}

/** Another program may take a port after it was found free. Then the next free one is tried. */
async function startOnFreePort(name, { port, fixedPort, start, signal }) {
  const wanted = fixedPort || (await freePortFrom(port));
  const server = start(wanted);
  try {
    return { server, bound: await waitUntilListening(name, server, signal) };
  } catch (error) {
    if (fixedPort || signal.aborted || !server.readLog().includes('EADDRINUSE')) throw error;
    return startOnFreePort(name, { port: wanted + 1, start, signal });
  }
}

/** The usual port, or the next free one. */
async function freePortFrom(port) {
  const isFree = await new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePortFrom(port + 1);
}
