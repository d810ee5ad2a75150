import {
  type AgentAliasList,
  type AgentAliasView,
  agentAliasListSchema,
  agentAliasSchema,
  type UnresolvedAgents,
  unresolvedAgentsSchema,
} from '@callside/schemas';
import type { BrandApi } from '../../app/brand-api.ts';

export const readUnresolved = (api: BrandApi): Promise<UnresolvedAgents> =>
  api.get('settings/unresolved-agents', unresolvedAgentsSchema);

export const readAliases = (api: BrandApi): Promise<AgentAliasList> =>
  api.get('settings/agent-aliases', agentAliasListSchema);

export const addAlias = (api: BrandApi, alias: string, userId: string): Promise<AgentAliasView> =>
  api.post('settings/agent-aliases', { alias, user_id: userId }, agentAliasSchema);

export const removeAlias = (api: BrandApi, alias: string): Promise<AgentAliasView> =>
  api.delete(`settings/agent-aliases/${encodeURIComponent(alias)}`, agentAliasSchema);
