import type { AgentStore } from '../../adapters/agent-store.ts';
import type { EventLogStore, UnresolvedName } from '../../adapters/reads/event-log-store.ts';
import { type Candidate, findLikelyUser, type LikelyUser } from '../../domain/likely-user.ts';

interface Dependencies {
  events: Pick<EventLogStore, 'readUnresolvedAgents'>;
  agents: Pick<AgentStore, 'listUsers'>;
  now: () => Date;
}

export interface UnresolvedAgentsOnFile {
  items: (UnresolvedName & { likely: LikelyUser | null })[];
  truncated: boolean;
  /** The active users of the brand. */
  users: Candidate[];
}

const spanMs = 30 * 24 * 60 * 60 * 1000;

/** The names in the events of the last 30 days that find no active user, now either, with the user who is probably meant. */
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
  const items = unresolved.items
    .filter(({ agent }) => !resolved.has(agent))
    .map((item) => ({ ...item, likely: findLikelyUser(item.agent, users) }));
  return { items, truncated: unresolved.truncated, users: active };
}
