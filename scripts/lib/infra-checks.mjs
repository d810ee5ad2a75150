import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkComposeScripts } from './check-compose-scripts.mjs';
import { root } from './project.mjs';
import { checkChart, checkOneFileCompose, checkSecretsAndProxy } from './release/check-release-files.mjs';

/**
 * The checks of `npm run verify:infra`, in the order in which they run. A check is skipped when its tool is absent and cannot be
 * installed.
 *
 * - `tool`: a command on PATH; `debianPackage`: the package that has it, null when Debian has none.
 * - `run({ execute, dir })`: rejects when something is wrong. `execute(command, args, options)` runs a command in the project's root,
 *   resolves to its output, and rejects with it when the exit code is not 0. `dir` is an empty directory for temporary files.
 *
 * @type {readonly {
 *   name: string,
 *   tool: string,
 *   debianPackage: string | null,
 *   run: (context: { execute: (command: string, args: string[], options?: object) => Promise<string>, dir: string }) => Promise<unknown>,
 * }[]}
 */
export const infraChecks = [
  {
    name: 'shell scripts',
    tool: 'shellcheck',
    debianPackage: 'shellcheck',
    run: async ({ execute }) => {
      const files = await execute('git', ['grep', '-lE', '^#!.*[/ ](ba|da)?sh', '--', '.ci', 'infra', 'scripts']);
      await execute('shellcheck', ['--external-sources', ...files.trim().split('\n')]);
    },
  },
  {
    name: 'Compose files',
    tool: 'docker-compose',
    debianPackage: 'docker-compose',
    run: async ({ execute, dir }) => {
      // A copy, because the secrets must exist.
      await execute('cp', ['-R', 'infra', `${dir}/infra`]);
      await execute(`${dir}/infra/compose/start.sh`, ['--secrets-only']);
      const settings = {
        CALL_EVENTS_IMAGE: 'a',
        RECOMMENDER_IMAGE: 'b',
        PUBLIC_URL: 'https://calls.acme.example',
        BRAND: 'acme',
      };
      const env = { ...process.env, ...settings };
      const compose = (...files) =>
        execute(
          'docker-compose',
          [...files.flatMap((file) => ['-f', `${dir}/infra/compose/${file}`]), 'config', '-q'],
          { env },
        );
      await compose('compose.yaml');
      await compose('compose.yaml', 'compose.production.yaml');
      await writeFile(`${dir}/infra/compose/secrets/oidc_client_secret`, 'secret');
      await compose('compose.yaml', 'compose.production.yaml', 'compose.oidc.yaml');
    },
  },
  {
    name: 'scripts of Compose',
    tool: 'openssl',
    debianPackage: 'openssl',
    run: checkComposeScripts,
  },
  {
    name: 'compose.yaml of a release',
    tool: 'docker-compose',
    debianPackage: 'docker-compose',
    run: checkOneFileCompose,
  },
  {
    name: 'secrets and proxy of the compose.yaml of a release',
    tool: 'haproxy',
    debianPackage: 'haproxy',
    run: checkSecretsAndProxy,
  },
  {
    name: 'Helm chart',
    tool: 'helm',
    debianPackage: null,
    run: checkChart,
  },
  {
    name: 'workflows',
    // go install github.com/rhysd/actionlint/cmd/actionlint@latest
    tool: 'actionlint',
    debianPackage: null,
    run: ({ execute }) => execute('actionlint', []),
  },
  ...['base', 'overlays/staging', 'overlays/production'].map((directory) => ({
    name: `Kubernetes ${directory}`,
    tool: 'kubectl',
    debianPackage: null,
    run: ({ execute }) => execute('kubectl', ['kustomize', `infra/kubernetes/${directory}`]),
  })),
  {
    name: 'Kubernetes schemas',
    // A program of PyPI with the schemas inside: pip install kubernetes-validate
    tool: 'kubernetes-validate',
    debianPackage: null,
    run: async ({ execute, dir }) => {
      for (const overlay of ['staging', 'production']) {
        const built = await execute('kubectl', ['kustomize', `infra/kubernetes/overlays/${overlay}`]);
        await writeFile(`${dir}/${overlay}.yaml`, built);
        await execute('kubernetes-validate', ['--strict', `${dir}/${overlay}.yaml`]);
      }
    },
  },
  {
    name: 'systemd units',
    tool: 'systemd-analyze',
    // A check must not install an init system.
    debianPackage: null,
    run: async ({ execute, dir }) => {
      const units = await writeUnits(dir);
      await execute('systemd-analyze', ['verify', '--man=no', ...units]);
      const services = units.filter((unit) => unit.endsWith('.service'));
      await execute('systemd-analyze', ['security', '--offline=true', '--threshold=30', ...services]);
    },
  },
  {
    name: 'Prometheus configuration, rules and their tests',
    tool: 'promtool',
    debianPackage: 'prometheus',
    run: async ({ execute }) => {
      const files = (...names) => names.map((name) => `infra/prometheus/${name}`);
      await execute('promtool', ['check', 'config', ...files('prometheus.yml')]);
      await execute('promtool', ['check', 'rules', ...files('alert-rules.yml', 'recording-rules.yml')]);
      await execute('promtool', ['test', 'rules', ...files('tests/call-events.yml', 'tests/recommender.yml')]);
    },
  },
  {
    name: 'HAProxy configuration',
    tool: 'haproxy',
    debianPackage: 'haproxy',
    run: async ({ execute, dir }) => {
      const certificate = await makeCertificate(execute, dir);
      const env = { ...process.env, TLS_CERT: certificate };
      await execute('haproxy', ['-c', '-f', 'infra/proxy/haproxy.cfg'], { env });
    },
  },
  {
    name: 'nginx configuration',
    tool: 'nginx',
    debianPackage: 'nginx',
    run: async ({ execute, dir }) => {
      const certificate = await makeCertificate(execute, dir);
      const shipped = await readFile(path.join(root, 'infra/proxy/nginx.conf'), 'utf8');
      // The check opens what the configuration names; most of it belongs to root.
      const changes = [
        ['/etc/nginx/certs/callside.pem', certificate],
        ['/run/nginx.pid', `${dir}/nginx.pid`],
        ['/var/log/nginx/access.log', `${dir}/access.log`],
        ['listen 80 ', `listen unix:${dir}/http.sock `],
        ['listen 443 ', `listen unix:${dir}/https.sock `],
        ['http {', `http {\n  client_body_temp_path ${dir}/bodies;\n  proxy_temp_path ${dir}/answers;`],
      ];
      await writeFile(
        `${dir}/nginx.conf`,
        changes.reduce((text, [from, to]) => text.replaceAll(from, to), shipped),
      );
      await execute('nginx', ['-t', '-q', '-c', `${dir}/nginx.conf`, '-e', 'stderr']);
    },
  },
];

/** The units with programs that exist on every machine, and an instance of each template. Resolves to their files. */
async function writeUnits(dir) {
  const shipped = path.join(root, 'infra/systemd');
  const names = (await readdir(shipped)).filter((name) => /\.(service|timer)$/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const unit = path.join(dir, name.replace('@', '@1'));
      const text = await readFile(path.join(shipped, name), 'utf8');
      await writeFile(unit, text.replaceAll(/\/usr\/(local\/bin\/callside|bin\/node)/g, '/bin/true'));
      return unit;
    }),
  );
}

/** A file with a key and a certificate, for one check. */
async function makeCertificate(execute, dir) {
  const file = `${dir}/callside.pem`;
  const subject = ['-subj', '/CN=calls.acme.example', '-days', '1'];
  const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes'];
  await execute('openssl', [...form, ...subject, '-keyout', file, '-out', file]);
  return file;
}
