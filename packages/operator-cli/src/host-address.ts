import { isLoopbackHost } from '@callside/service-kit';
import type { Settings } from './env.ts';

/** `http://localhost:4100`: scheme and port are those of PUBLIC_URL or of the local service; without them HTTPS, except on this machine. */
export function hostAddress(
  host: string,
  settings: Pick<Settings, 'publicUrl' | 'localCallEventsUrl' | 'callEventsUrl'>,
): string {
  const known = settings.publicUrl() ?? settings.localCallEventsUrl();
  const base = known ?? (isLoopbackHost(host) ? settings.callEventsUrl() : `https://${host}`);
  const { protocol, port } = new URL(base);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}
