// The service `secrets` of a release's compose.yaml runs this text: `npm run release-files` writes it there. It makes the secrets that the
// directory SECRETS does not have yet, and writes the configuration of the proxy each time.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const { SECRETS, HAPROXY_CONFIGURATION } = process.env;

// All accounts can read them: the containers use different ones.
function write(name, text) {
  const file = `${SECRETS}/${name}`;
  writeFileSync(`${file}.new`, text, { mode: 0o444 });
  renameSync(`${file}.new`, file);
}

function secret(name, text = randomBytes(32).toString('hex')) {
  const file = `${SECRETS}/${name}`;
  if (!existsSync(file)) write(name, text);
  return readFileSync(file, 'utf8');
}

secret('session_secret');
secret('secrets_key');
secret('database_url', `postgresql://callside:${secret('postgres_password')}@postgres:5432/callside\n`);
const redisPassword = secret('redis_password');
secret('redis_url', `redis://:${redisPassword}@redis:6379\n`);
const memory = 'save ""\nappendonly no\nmaxmemory 256mb\nmaxmemory-policy noeviction\n';
secret('redis_configuration', `requirepass ${redisPassword}\n${memory}`);
write('haproxy.cfg', HAPROXY_CONFIGURATION);
