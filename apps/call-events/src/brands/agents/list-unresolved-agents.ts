import { setImmediate } from 'node:timers/promises';
import type { UnresolvedName } from '../rules/agent.ts';
import { type Candidate, createLikelyUserFinder } from '../rules/likely-user.ts';
import type { AgentStore } from './agents.store.ts';

export interface UnresolvedNames {
  /** The one seen last comes first. `truncated`: only the newest events were counted. */
  readUnresolvedAgents: (brandId: string, since: Date) => Promise<{ items: UnresolvedName[]; truncated: boolean }>;
}

interface Dependencies {
  events: UnresolvedNames;
  agents: Pick<AgentStore, 'listUsers'>;
  now: () => Date;
}

export interface UnresolvedAgentsOnFile {
  items: (UnresolvedName & { likely: Candidate | null })[];
  truncated: boolean;
  /** The active users of the brand. */
  users: Candidate[];
}

const spanMs = 30 * 24 * 60 * 60 * 1000;

/** Names in events of the last 30 days that matched no active user and still match none, with the user who is probably meant. */
export async function listUnresolvedAgents(
  brandId: string,
  { events, agents, now }: Dependencies,
): Promise<UnresolvedAgentsOnFile> {
  const [unresolved, users] = await Promise.all([
    events.readUnresolvedAgents(brandId, new Date(now().getTime() - spanMs)),
    agents.listUsers(brandId),
  ]);
  const active = users.filter(({ status }) => status === 'active');
  const resolved = new Set(active.flatMap(({ email, aliases }) => [email, ...aliases]));
  const findLikelyUser = createLikelyUserFinder(users);
  const items: UnresolvedAgentsOnFile['items'] = [];
  for (const item of unresolved.items) {
    if (resolved.has(item.agent)) continue;
    items.push({ ...item, likely: findLikelyUser(item.agent) });
    // Each name may be compared with thousands of users. Events are answered in between.
    await setImmediate();
  }
  return { items, truncated: unresolved.truncated, users: active };
}
