import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../project.mjs';
import { writeChart } from './chart.mjs';
import { oneFileCompose } from './one-file-compose.mjs';

/** It needs no other file: each volume has a name, except the directory of the files for imports. */
export async function checkOneFileCompose({ execute, dir }) {
  const image = `registry.example.com/callside/call-events@sha256:${'0'.repeat(64)}`;
  const text = await oneFileCompose({ 'call-events': image });
  const file = path.join(dir, 'compose.yaml');
  await writeFile(file, text);
  await execute('docker-compose', ['-f', file, 'config', '-q'], { cwd: dir });
  const { services, volumes } = parse(text);
  for (const [name, service] of Object.entries(services)) {
    const files = ['build', 'secrets', 'configs', 'env_file'].filter((key) => key in service);
    const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0]);
    files.push(...mounted.filter((source) => source !== '.' && !(source in volumes)));
    assert.deepEqual([name, files], [name, []]);
  }
  assert.equal(services['call-events-2'].image, `\${CALL_EVENTS_IMAGE:-${image}}`);
}

/** Runs what the service `secrets` runs, twice: the second time must change nothing. */
export async function checkSecretsAndProxy({ execute, dir }) {
  const { services } = parse(await oneFileCompose({}));
  const unescaped = (text) => text.replaceAll('$$', '$');
  const [node, ...args] = services.secrets.command.map(unescaped);
  const configuration = unescaped(services.secrets.environment.HAPROXY_CONFIGURATION);
  const env = { ...process.env, SECRETS: dir, HAPROXY_CONFIGURATION: configuration };
  const make = async () => {
    await execute(node, args, { env });
    const names = await readdir(dir);
    return Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name), 'utf8')]));
  };
  const made = await make();
  assert.deepEqual(await make(), made, 'a secret was replaced');
  const read = new Set([...JSON.stringify(services).matchAll(/\/run\/secrets\/([a-z_.]+)/g)].map(([, name]) => name));
  const names = new Set(made.map(([name]) => name));
  assert.deepEqual(
    [...read].filter((name) => !names.has(name)),
    [],
    'a service reads what is not made',
  );
  const settings = {
    HTTP_BIND: ':8080',
    CALL_EVENTS_1: '127.0.0.1:1',
    CALL_EVENTS_2: '127.0.0.1:2',
    RECOMMENDER_1: '127.0.0.1:3',
  };
  await execute('haproxy', ['-c', '-f', path.join(dir, 'haproxy.cfg')], { env: { ...process.env, ...settings } });
}

/** The chart has what kustomize reads, and other settings change it. */
export async function checkChart({ execute, dir }) {
  await writeChart(dir, {});
  await execute('helm', ['lint', '--strict', dir]);
  const render = async (...options) => {
    const text = await execute('helm', ['template', 'callside', dir, '--kube-version=1.31', ...options]);
    return new Map(parseAllDocuments(text).map((document) => [nameOf(document.toJS()), document.toJS()]));
  };
  const rendered = await render();
  const { resources } = parse(await readFile(path.join(root, 'infra/kubernetes/base/kustomization.yaml'), 'utf8'));
  const texts = resources.map((name) => readFile(path.join(root, 'infra/kubernetes/base', name), 'utf8'));
  const base = (await Promise.all(texts)).flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
  assert.deepEqual(new Set(rendered.keys()), new Set([...base.map(nameOf), 'ConfigMap callside']));
  for (const object of base) {
    const name = nameOf(object);
    assert.deepEqual([name, comparable(rendered.get(name))], [name, comparable(object)]);
  }

  const changed = await render('--set', 'host=a.example,otherHosts={b.example},images.callEvents=other,config.BRAND=a');
  const { rules, tls } = changed.get('Ingress callside').spec;
  assert.deepEqual(
    rules.map(({ host, http }) => [host, http.paths.length]),
    [
      ['a.example', 5],
      ['b.example', 1],
    ],
  );
  assert.deepEqual(tls[0].hosts, ['a.example', 'b.example']);
  const podOf = (objects) => objects.get('Deployment call-events').spec.template;
  assert.equal(podOf(changed).spec.containers[0].image, 'other');
  assert.notDeepEqual(podOf(changed).metadata.annotations, podOf(rendered).metadata.annotations);
}

function nameOf({ kind, metadata }) {
  return `${kind} ${metadata.name}`;
}

/** The checksum of the settings is the chart's own, and its migrations run before its account exists. */
function comparable({ kind, spec }) {
  const own = kind === 'Job' ? ['annotations', 'serviceAccountName'] : ['annotations'];
  return JSON.parse(JSON.stringify(spec ?? null), (key, value) => (own.includes(key) ? undefined : value));
}
