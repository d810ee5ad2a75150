# shellcheck shell=sh
# Names the files that Compose reads, in COMPOSE_FILE. Read by start.sh and callside, in infra/compose; `mode` is the option of start.sh.
COMPOSE_FILE=compose.yaml
[ "${mode:-}" = --production ] && COMPOSE_FILE="$COMPOSE_FILE:compose.production.yaml"
[ -s secrets/oidc_client_secret ] && COMPOSE_FILE="$COMPOSE_FILE:compose.oidc.yaml"
# Changes of your own.
[ -e compose.override.yaml ] && COMPOSE_FILE="$COMPOSE_FILE:compose.override.yaml"
COMPOSE_PATH_SEPARATOR=:
export COMPOSE_FILE COMPOSE_PATH_SEPARATOR
