import type { History, Occurrence } from '../history/history.ts';
import { type Span, union } from './spans.ts';

/** One tab or companion, and the times when it was connected and awake. */
export interface Client {
  name: string;
  rep: string;
  instance: number;
  kind: 'tab' | 'plain' | 'reference';
  available: Span[];
}

export function clientsOf({ occurrences, endedAt }: History): Client[] {
  const clients = new Map<string, Client & { since: number | null; isConnected: boolean }>();
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'tab' && occurrence.type !== 'companion') continue;
    const { name, kind } = identityOf(occurrence);
    const { rep, instance, presence, at } = occurrence;
    const client = clients.get(name) ?? { name, kind, rep, instance, available: [], since: null, isConnected: false };
    clients.set(name, client);
    const isGone = presence === 'lost' || presence === 'asleep';
    if (isGone && client.since !== null) client.available.push({ from: client.since, to: at });
    if (isGone) client.since = null;
    if (presence === 'lost') client.isConnected = false;
    if (presence === 'connected') client.isConnected = true;
    if (presence === 'connected' || (presence === 'awake' && client.isConnected)) client.since ??= at;
  }
  return [...clients.values()].map(({ since, isConnected: _, ...client }) => ({
    ...client,
    available: union([...client.available, ...(since === null ? [] : [{ from: since, to: endedAt }])]),
  }));
}

function identityOf(occurrence: Extract<Occurrence, { type: 'tab' | 'companion' }>): Pick<Client, 'name' | 'kind'> {
  if (occurrence.type === 'tab') return { name: occurrence.tab, kind: 'tab' };
  return { name: occurrence.companion, kind: occurrence.kind };
}
