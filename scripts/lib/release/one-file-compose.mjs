import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../project.mjs';
import { replaceEach } from './replace-each.mjs';

const header = `# Callside on one machine, made from infra/compose/compose.yaml of the sources: docker compose -f compose.yaml up
# PostgreSQL, Redis, two call-events, one recommender, and a proxy at http://localhost:8080, which only this machine reaches.
# The first start makes the secrets and the brand. What to do next: docs/operations/compose.md
`;

/** They read files of the sources. */
const without = ['prometheus', 'grafana'];

const secrets = '/run/secrets';

const makeBrand = `callside brand list --json | grep -q '"slug": *"acme"' ||
  callside brand create --slug acme --name Acme --country US --host localhost`;

/** The text of a compose.yaml that needs no other file. `images`: the images that differ, by the name of the image. */
export async function oneFileCompose(images) {
  const { services, networks } = parse(await sourceOf('compose/compose.yaml'), { merge: true });
  const kept = Object.entries(services).filter(([name]) => !without.includes(name));
  const made = Object.fromEntries(kept.map(([name, service]) => [name, withoutFiles(service, images)]));
  made.secrets = await secretsService(made.migrations);
  made.brand = { ...made.migrations, command: ['sh', '-c', makeBrand], depends_on: ended('migrations') };
  changeProxy(made.haproxy);
  made.operator.volumes = made.operator.volumes.map((volume) => volume.replace('./secrets/files:', '.:'));
  const volumes = { secrets: {}, postgres: {}, artifacts: {} };
  const text = stringify(
    { services: made, networks, volumes },
    {
      aliasDuplicateObjects: false,
      lineWidth: 0,
      // Quotes `no` and `0:0`, which readers of YAML 1.1 take for other values.
      version: '1.1',
    },
  );
  return `${header}\n${replaceEach(text, [['https://calls.acme.example', 'http://localhost:8080']])}`;
}

function sourceOf(name) {
  return readFile(path.join(root, 'infra', name), 'utf8');
}

const ended = (service) => ({ [service]: { condition: 'service_completed_successfully' } });

/**
 * The service with an image in place of a build, and with the volume in place of the files of secrets. What waited for the migrations
 * waits for the brand.
 */
function withoutFiles({ build: _build, secrets: own = [], ...service }, images) {
  const [, variable, usual] = /^\$\{([A-Z_]+):-(.*)\}$/.exec(service.image);
  const image = images[variable.replace('_IMAGE', '').toLowerCase().replaceAll('_', '-')] ?? usual;
  const { migrations, ...others } = Object.fromEntries(
    Array.isArray(service.depends_on)
      ? service.depends_on.map((name) => [name, { condition: 'service_started' }])
      : Object.entries(service.depends_on ?? {}),
  );
  return {
    ...service,
    image: `\${${variable}:-${image}}`,
    depends_on: { ...others, ...(migrations === undefined ? ended('secrets') : ended('brand')) },
    ...(own.length > 0 && { volumes: [...(service.volumes ?? []), `secrets:${secrets}:ro`] }),
  };
}

/** Runs before all others. */
async function secretsService(migrations) {
  const { environment: _environment, networks: _networks, depends_on: _waits, ...service } = migrations;
  const program = await sourceOf('compose/make-secrets.mjs');
  return {
    ...service,
    // A new volume belongs to root.
    user: '0:0',
    network_mode: 'none',
    command: ['node', '--input-type=module', '--eval', escaped(program)],
    environment: { SECRETS: secrets, HAPROXY_CONFIGURATION: escaped(plainProxy(await sourceOf('proxy/haproxy.cfg'))) },
    volumes: [`secrets:${secrets}`],
  };
}

/** Compose would replace variables. */
function escaped(text) {
  return text.replaceAll('$', '$$$$');
}

function changeProxy(haproxy) {
  const file = `${secrets}/haproxy.cfg`;
  haproxy.command = ['haproxy', '-f', file];
  haproxy.healthcheck.test = ['CMD', 'haproxy', '-c', '-q', '-f', file];
  haproxy.volumes = [`secrets:${secrets}:ro`];
  haproxy.ports = [`127.0.0.1:\${HTTP_PORT:-8080}:8080`];
  delete haproxy.environment.HTTPS_BIND;
  delete haproxy.environment.TLS_CERT;
}

/** The configuration of the proxy without TLS and without comments. */
function plainProxy(configuration) {
  return replaceEach(configuration, [
    [/^ *#.*\n/gm, ''],
    [/^frontend http\n(?: .*\n)+\n/gm, ''],
    [/^.*(TLS_CERT|HTTPS_BIND) .*\n/gm, ''],
    ['frontend https', `frontend http\n  bind "\${HTTP_BIND}"`],
    [/^ *bind .*HTTPS_BIND.*\n/gm, ''],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['httponly secure', 'httponly'],
  ]);
}
