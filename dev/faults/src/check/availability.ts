import type { History } from '../history/history.ts';
import { clientOf } from '../history/occurrence.ts';
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
    const name = clientOf(occurrence);
    const kind = occurrence.type === 'tab' ? 'tab' : occurrence.kind;
    const { rep, instance, presence, at } = occurrence;
    const client = clients.get(name) ?? { name, kind, rep, instance, available: [], since: null, isConnected: false };
    clients.set(name, client);
    if (presence === 'lost' || presence === 'connected') client.isConnected = presence === 'connected';
    if (presence === 'lost' || presence === 'asleep') {
      if (client.since !== null) client.available.push({ from: client.since, to: at });
      client.since = null;
    } else if (presence !== 'opening' && client.isConnected) client.since ??= at;
  }
  return [...clients.values()].map(({ since, isConnected: _, ...client }) => ({
    ...client,
    available: union([...client.available, ...(since === null ? [] : [{ from: since, to: endedAt }])]),
  }));
}
