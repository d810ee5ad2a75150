#!/bin/sh
# Creates the secrets and certificates that are absent, then starts all services: infra/compose/start.sh [--production]
# With --secrets-only it starts nothing.
set -eu
cd "$(dirname "$0")"

mode="${1:-}"
case "$mode" in
  '' | --production | --secrets-only) ;;
  *) echo "start.sh: $mode is not known; the options are --production and --secrets-only" >&2; exit 2 ;;
esac

if [ ! -e .env ]; then
  cp .env.example .env
  echo "made infra/compose/.env from .env.example"
fi
brand_hosts="$(sed -n 's/^BRAND_HOSTS="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' .env)"

# Only this account can enter the directory. All accounts can read what is in it, because the containers use other accounts.
mkdir -p secrets/certificates secrets/files
chmod 700 secrets
chmod 755 secrets/certificates secrets/files

# Writes standard input to secrets/$1, unless that exists.
secret() {
  if [ -s "secrets/$1" ]; then cat > /dev/null; return; fi
  cat > "secrets/$1.new"
  chmod 444 "secrets/$1.new"
  mv "secrets/$1.new" "secrets/$1"
  echo "made infra/compose/secrets/$1"
}

for name in postgres_password redis_password session_secret secrets_key grafana_password; do
  openssl rand -hex 32 | secret "$name"
done
printf 'postgresql://callside:%s@postgres:5432/callside\n' "$(cat secrets/postgres_password)" | secret database_url
printf 'redis://:%s@redis:6379\n' "$(cat secrets/redis_password)" | secret redis_url
printf 'requirepass %s\nsave ""\nappendonly no\nmaxmemory 256mb\nmaxmemory-policy noeviction\n' \
  "$(cat secrets/redis_password)" | secret redis_configuration

for host in $brand_hosts; do
  [ -s "secrets/certificates/$host.pem" ] && continue
  # For a trial: browsers and diallers do not trust it. Replace it by a PEM file with your certificate, its chain and its key.
  # The host is no common name, which has at most 64 characters.
  openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=callside -addext "subjectAltName=DNS:$host" \
    -keyout "secrets/$host.key" -out "secrets/$host.crt" 2> /dev/null
  cat "secrets/$host.crt" "secrets/$host.key" | secret "certificates/$host.pem"
  rm "secrets/$host.crt" "secrets/$host.key"
done

[ "$mode" = --secrets-only ] && exit 0
# shellcheck source=infra/compose/files.sh
. ./files.sh
# For the check whether a brand or a host exists, and to make it.
callside() {
  docker compose run --rm migrations callside "$@" < /dev/null
}
[ "$mode" = --production ] || docker compose build
docker compose up --detach --wait postgres redis
docker compose run --rm migrations
# The recommender does not start before its brand exists. A brand has the slug that is the second part of its host.
for host in $brand_hosts; do
  slug="$(echo "$host" | cut -d . -f 2)"
  brands="$(callside brand list --json)"
  if ! echo "$brands" | grep -q "\"slug\": *\"$slug\""; then
    callside brand create --slug "$slug" --name "$slug" --country US --host "$host"
  elif ! echo "$brands" | grep -qF "\"$host\""; then
    callside brand set --brand "$slug" --host "$host"
  fi
done
docker compose up --detach --no-build --wait
