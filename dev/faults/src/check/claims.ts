import type { History } from '../history/history.ts';
import type { Client } from './availability.ts';
import type { Span } from './spans.ts';

export interface Claim {
  tab: Client;
  sequence: number;
  paused: boolean;
  span: Span;
}

/** When tabs showed a recording state as confirmed. */
export function claimsOf({ occurrences, endedAt }: History, clients: Client[]): Claim[] {
  const tabs = new Map(clients.filter(({ kind }) => kind === 'tab').map((tab) => [tab.name, tab]));
  const open = new Map<string, { sequence: number; paused: boolean; from: number }>();
  const claims: Claim[] = [];
  const close = (name: string, to: number) => {
    const claim = open.get(name);
    const tab = tabs.get(name);
    if (claim && tab)
      claims.push({ tab, sequence: claim.sequence, paused: claim.paused, span: { from: claim.from, to } });
    open.delete(name);
  };
  for (const occurrence of occurrences) {
    if (occurrence.type !== 'recording shown') continue;
    const { tab, at, state, sequence, paused } = occurrence;
    const claim = open.get(tab);
    if (state === 'confirmed' && claim?.sequence === sequence) continue;
    close(tab, at);
    if (state === 'confirmed') open.set(tab, { sequence, paused, from: at });
  }
  for (const name of [...open.keys()]) close(name, endedAt);
  return claims;
}
