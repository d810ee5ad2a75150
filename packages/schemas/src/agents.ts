import { z } from 'zod';
import { normaliseEmail } from './email.ts';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });

const userShape = z.object({ user_id: z.uuid(), email: z.string(), name: z.string() });

/** An agent_email that matched no active user. */
export const unresolvedAgentSchema = z.object({
  agent: z
    .string()
    .meta({ description: 'As the events have it, in lower case: an address, or a name such as `sip/1001`.' }),
  events: z.int().meta({ description: 'Events of the last 30 days.' }),
  first_seen_at: instant,
  last_seen_at: instant,
  likely_user: z
    .object({
      ...userShape.shape,
      status: z.enum(['active', 'invited', 'deactivated']),
    })
    .nullable()
    .meta({
      description: 'A user who is not active has this address. null: nobody, or several equally.',
    }),
});
export type UnresolvedAgent = z.infer<typeof unresolvedAgentSchema>;

export const unresolvedAgentsSchema = z.object({
  items: z.array(unresolvedAgentSchema).meta({ description: 'The one seen last comes first.' }),
  truncated: z.boolean().meta({ description: 'There are more events than were counted; the newest were.' }),
  users: z.array(userShape).meta({ description: 'The active users of the brand, who can have an alias.' }),
});
export type UnresolvedAgents = z.infer<typeof unresolvedAgentsSchema>;

/** As long as an address may be: addresses without a user become aliases. */
export const longestAlias = 320;

export const agentAliasRequestSchema = z.object({
  alias: z
    .string('alias must be a string')
    .max(longestAlias, `alias must not be longer than ${longestAlias} characters`)
    .transform((text) => storableText(normaliseEmail(text)))
    .pipe(z.string().min(1, 'alias must not be empty'))
    .meta({ description: 'Compared trimmed and in lower case.' }),
  user_id: z.uuid('user_id must be the id of a user'),
});
export type AgentAliasRequest = z.infer<typeof agentAliasRequestSchema>;

export const agentAliasSchema = z.object({
  alias: z.string(),
  ...userShape.shape,
  status: z.enum(['active', 'invited', 'deactivated']),
  created_at: instant,
});
export type AgentAliasView = z.infer<typeof agentAliasSchema>;

export const agentAliasListSchema = z.object({ items: z.array(agentAliasSchema) });
export type AgentAliasList = z.infer<typeof agentAliasListSchema>;
