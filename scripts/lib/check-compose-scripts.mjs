import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';

/** Records its calls, and keeps the brands in the file `brands`, one line each: what the scripts read of them. */
const docker = `#!/bin/sh
cd "$(dirname "$0")"
echo "$COMPOSE_FILE $*" >> calls
case "$*" in
  *'brand list'*) cat brands ;;
  *'brand create'*) echo "{\\"slug\\": \\"\${9}\\", \\"hosts\\": [\\"$(echo "$*" | sed 's/.*--host //')\\"]}" >> brands ;;
esac
`;

/** Runs start.sh and callside with a program in place of `docker`. */
export async function checkComposeScripts({ execute, dir }) {
  await execute('cp', ['-R', 'infra', `${dir}/infra`]);
  const compose = `${dir}/infra/compose`;
  await mkdir(`${dir}/bin`);
  await writeFile(`${dir}/bin/brands`, '');
  await writeFile(`${dir}/bin/docker`, docker);
  await chmod(`${dir}/bin/docker`, 0o755);
  const env = { ...process.env, PATH: `${dir}/bin:${process.env.PATH}` };
  const callsOf = async (program, ...args) => {
    await writeFile(`${dir}/bin/calls`, '');
    await execute(`${compose}/${program}`, args, { env });
    return (await readFile(`${dir}/bin/calls`, 'utf8')).trim().split('\n');
  };

  const longHost = `shop-${'x'.repeat(50)}.acme.example`;
  const hosts = `calls.acme.example ${longHost} calls.globex.example`;
  await writeFile(`${compose}/.env`, `BRAND_HOSTS="${hosts}"\n`);
  // The umask of many hardened hosts.
  const umask = process.umask(0o077);
  const calls = await callsOf('start.sh').finally(() => process.umask(umask));
  const changes = calls.filter((call) => /brand (create|set)/.test(call));
  const command = 'compose.yaml compose run --rm migrations callside';
  assert.deepEqual(changes, [
    `${command} brand create --slug acme --name acme --country US --host calls.acme.example`,
    `${command} brand set --brand acme --host ${longHost}`,
    `${command} brand create --slug globex --name globex --country US --host calls.globex.example`,
  ]);

  for (const name of ['certificates', 'files']) {
    const { mode } = await stat(`${compose}/secrets/${name}`);
    assert.equal(mode & 0o777, 0o755, `accounts of containers read secrets/${name}`);
  }

  await writeFile(`${compose}/secrets/oidc_client_secret`, 'secret');
  await writeFile(`${compose}/compose.override.yaml`, '');
  assert.deepEqual(await callsOf('callside', 'key', 'list', '--brand', 'acme'), [
    'compose.yaml:compose.oidc.yaml:compose.override.yaml compose run --rm --no-deps -T operator callside key list --brand acme',
  ]);
  const files = 'compose.yaml:compose.production.yaml:compose.oidc.yaml:compose.override.yaml';
  assert.ok((await callsOf('start.sh', '--production')).every((call) => call.startsWith(`${files} `)));
}
