import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findFreePort, ServerProcess } from '@callside/embedded';
import { HttpClient, inheritedEnvironment, until } from '@callside/test-kit';

const proxyDirectory = path.resolve(import.meta.dirname, '../../../../infra/proxy');

interface Upstreams {
  callEvents: readonly [number, number];
  /** Absent: the port of the file. */
  recommender?: number;
}

/** A proxy with the configuration of infra/proxy, with TLS, in front of two servers of this machine. */
export class ProxyProcess {
  readonly port: number;
  readonly httpPort: number;
  readonly ca: string;
  readonly client: HttpClient;
  readonly #directory: string;
  readonly #process: ServerProcess;

  private constructor(fields: {
    ports: readonly [number, number];
    ca: string;
    directory: string;
    process: ServerProcess;
  }) {
    [this.httpPort, this.port] = fields.ports;
    this.ca = fields.ca;
    this.#directory = fields.directory;
    this.#process = fields.process;
    this.client = new HttpClient(this.port, { ca: this.ca });
  }

  static async haproxy({ callEvents, recommender = 4200 }: Upstreams): Promise<ProxyProcess> {
    return ProxyProcess.#start(async ({ http, https, certificate }) => ({
      command: 'haproxy',
      args: ['-db', '-f', path.join(proxyDirectory, 'haproxy.cfg')],
      env: {
        HTTP_BIND: `127.0.0.1:${http}`,
        HTTPS_BIND: `127.0.0.1:${https}`,
        TLS_CERT: certificate,
        CALL_EVENTS_1: `127.0.0.1:${callEvents[0]}`,
        CALL_EVENTS_2: `127.0.0.1:${callEvents[1]}`,
        RECOMMENDER_1: `127.0.0.1:${recommender}`,
      },
    }));
  }

  /** Servers by name, which are resolved by a name server at this port of this machine in place of those of the system. */
  static async haproxyByName(server: string, nameServerPort: number): Promise<ProxyProcess> {
    return ProxyProcess.#start(async ({ http, https, certificate, directory }) => {
      const shipped = await readFile(path.join(proxyDirectory, 'haproxy.cfg'), 'utf8');
      const file = path.join(directory, 'haproxy.cfg');
      const ownNames = shipped
        .replace('parse-resolv-conf', `nameserver own 127.0.0.1:${nameServerPort}`)
        .replace('init-addr last,libc,none', 'init-addr last,none');
      await writeFile(file, ownNames);
      return {
        command: 'haproxy',
        args: ['-db', '-f', file],
        env: {
          HTTP_BIND: `127.0.0.1:${http}`,
          HTTPS_BIND: `127.0.0.1:${https}`,
          TLS_CERT: certificate,
          CALL_EVENTS_1: server,
          CALL_EVENTS_2: server,
          RECOMMENDER_1: server,
        },
      };
    });
  }

  /** nginx reads no environment, so that the addresses of the file are replaced. */
  static async nginx({ callEvents, recommender = 4200 }: Upstreams): Promise<ProxyProcess> {
    return ProxyProcess.#start(async ({ http, https, certificate, directory }) => {
      const shipped = await readFile(path.join(proxyDirectory, 'nginx.conf'), 'utf8');
      const file = path.join(directory, 'nginx.conf');
      const changes: [string, string][] = [
        ['/run/nginx.pid', path.join(directory, 'nginx.pid')],
        ['/var/log/nginx/access.log', path.join(directory, 'access.log')],
        ['/etc/nginx/certs/callside.pem', certificate],
        ['127.0.0.1:4100', `127.0.0.1:${callEvents[0]}`],
        ['127.0.0.1:4101', `127.0.0.1:${callEvents[1]}`],
        ['127.0.0.1:4200', `127.0.0.1:${recommender}`],
        ['listen 80 ', `listen 127.0.0.1:${http} `],
        ['listen 443 ', `listen 127.0.0.1:${https} `],
        // Only root may write where Debian's nginx keeps long bodies.
        ['http {', `http {\n  client_body_temp_path ${directory}/bodies;\n  proxy_temp_path ${directory}/answers;`],
      ];
      // Root's nginx writes as another account.
      await chmod(directory, 0o711);
      await writeFile(
        file,
        changes.reduce((text, [from, to]) => text.replaceAll(from, to), shipped),
      );
      const args = ['-c', file, '-e', 'stderr'];
      execFileSync('nginx', [...args, '-t'], { stdio: 'pipe' });
      return { command: 'nginx', args: [...args, '-g', 'daemon off;'], env: {} };
    });
  }

  static async #start(
    launch: (place: {
      http: number;
      https: number;
      certificate: string;
      directory: string;
    }) => Promise<{ command: string; args: string[]; env: Record<string, string> }>,
  ): Promise<ProxyProcess> {
    const directory = await mkdtemp('/tmp/callside-proxy-');
    const certificate = path.join(directory, 'callside.pem');
    const ca = makeCertificate(certificate);
    const ports = [await findFreePort(), await findFreePort()] as const;
    const { command, args, env } = await launch({ http: ports[0], https: ports[1], certificate, directory });
    const process = ServerProcess.start({
      command,
      args,
      logFile: path.join(directory, 'proxy.log'),
      spawnOptions: { env: { ...inheritedEnvironment(), ...env }, cwd: directory },
      stopSignals: ['SIGTERM'],
      patienceMs: 10_000,
    });
    const proxy = new ProxyProcess({ ports, ca, directory, process });
    const isUp = () =>
      proxy.client.send({ method: 'GET', path: '/health/live' }).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('the proxy reaches a server', async () => !process.running || (await isUp()), 30_000);
    if (!process.running) throw new Error(`${command} ended:\n${process.readLog()}`);
    return proxy;
  }

  get log(): string {
    return this.#process.readLog();
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.#process.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** Writes the key and the certificate, for the hosts of the tests' brands, into one file; returns the certificate. */
function makeCertificate(file: string): string {
  const subject = ['-subj', '/CN=callside', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:*.events.example'];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', file];
  const certificate = execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...subject], {
    stdio: 'pipe',
    encoding: 'utf8',
  });
  appendFileSync(file, certificate);
  return certificate;
}
