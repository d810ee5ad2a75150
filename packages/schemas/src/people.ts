import { z } from 'zod';
import { normaliseEmail } from './email.ts';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });

export const userRoles = ['rep', 'lead', 'auditor', 'owner'] as const;
export type UserRole = (typeof userRoles)[number];

export const userStatuses = ['invited', 'active', 'deactivated'] as const;

/** Longer addresses do not fit an index entry; no mail system accepts them. */
const longestAddress = 320;
const longestName = 200;
export const longestTeam = 80;

/** Whether a normalised address has an @ with text on both sides. */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1 && address.length <= longestAddress;
}

/** An address in the form in which it is stored. */
export const emailAddressSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'email is required' : 'email must be a string') })
  .transform((text) => storableText(normaliseEmail(text)))
  .refine(isEmailAddress, 'email must be an address, such as rep@example.com');

const name = z
  .string({ error: ({ input }) => (input === undefined ? 'name is required' : 'name must be a string') })
  .trim()
  .min(1, 'name must not be empty')
  .max(longestName, `name must not be longer than ${longestName} characters`)
  .transform(storableText);

const role = z.enum(userRoles, 'role must be rep, lead, auditor or owner');
const roleText =
  'A lead reads the calls, transcripts and results of their team, an auditor the audit log. Owners manage the brand.';

const teamProblem = `team must be a text of at most ${longestTeam} characters`;
/** The name of a team, compared exactly; null and an empty text: none. */
export const teamSchema = z
  .string(teamProblem)
  .trim()
  .max(longestTeam, teamProblem)
  .transform((text) => storableText(text) || null)
  .nullable();
const teamMeta = { type: ['string', 'null'], description: 'The name of their team. null: none.' } as const;

/** Body of the POST that invites a person. */
export const invitationSchema = z.object(
  {
    email: emailAddressSchema.meta({
      type: 'string',
      description: 'The address that the identity provider and the dialler know them by.',
    }),
    name: name.meta({ type: 'string', description: 'Shown to colleagues.' }),
    role: role.default('rep').meta({ description: roleText }),
    team: teamSchema.default(null).meta({ ...teamMeta }),
  },
  'the body must be a JSON object',
);
export type Invitation = z.output<typeof invitationSchema>;

/** Body of the PUT that changes a person. Absent members are unchanged. */
export const personChangeSchema = z
  .object(
    {
      name: name.optional().meta({ type: 'string', description: 'Shown to colleagues.' }),
      role: role.optional().meta({ description: roleText }),
      team: teamSchema.optional().meta({ ...teamMeta }),
      status: z
        .enum(['active', 'deactivated'], 'status must be active or deactivated')
        .optional()
        .meta({ description: '`deactivated` ends their sessions and their live call.' }),
    },
    'the body must be a JSON object',
  )
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'nothing to change');
export type PersonChange = z.output<typeof personChangeSchema>;

/** Somebody who may sign in. */
export const personSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(userRoles),
  team: z.string().nullable().meta({ description: teamMeta.description }),
  status: z.enum(userStatuses).meta({ description: '`invited` until the first sign-in.' }),
  created_at: instant,
  last_login_at: instant.nullable(),
});
export type Person = z.infer<typeof personSchema>;

/** A person who has just been invited. */
export const invitedPersonSchema = z.object({
  ...personSchema.shape,
  alias_of: z.object({ name: z.string(), email: z.string() }).nullable().meta({
    description:
      'Who has the address as an alias, or null. From the first sign-in of the invited person, its calls are theirs.',
  }),
});
export type InvitedPerson = z.infer<typeof invitedPersonSchema>;

export const peopleSchema = z.object({ items: z.array(personSchema).meta({ description: 'By name.' }) });
export type People = z.infer<typeof peopleSchema>;
