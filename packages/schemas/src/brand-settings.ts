import { z } from 'zod';
import { auditActions } from './audit-actions.ts';
import { boundedList } from './bounded-list.ts';
import { longestContextName, mostContextMembers } from './call-context.ts';
import { bounded, instantParameter, pageQuery } from './read-queries.ts';
import { recordingBySchema } from './recording-by.ts';
import { storableText } from './storable-text.ts';

const mostHosts = 50;
const mostFields = 50;
const mostOrigins = 50;
const longestField = 200;
const mostRetentionDays = 36_500;
/** The greatest share of answers in which a brand may try out an offer. */
export const mostExploration = 0.2;

/** Labels of letters, digits, hyphens and underscores. Nothing else may reach a Content-Security-Policy. */
const hostName = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
const longestHost = 253;

/**
 * A host in the form in which requests name it: lower case, international names in their ASCII form, no port, no trailing dot. A
 * default port is dropped. null for a text that is not a host alone.
 */
export function canonicalHost(text: string): string | null {
  const trimmed = text
    .trim()
    .replace(/(?<=[^:]):(80|443)$/, '')
    .replace(/\.$/, '');
  if (/[\s/@?#\\%]/.test(trimmed) || /^[^[]*:/.test(trimmed) || !URL.canParse(`http://${trimmed}/`)) return null;
  const { hostname, port } = new URL(`http://${trimmed}/`);
  const isAddress = hostname.startsWith('[');
  if (port !== '' || hostname.length > longestHost) return null;
  return isAddress || hostName.test(hostname) ? hostname : null;
}

/** Scheme, host and port of a site, as browsers send it. null for a text with a path, a wildcard or another scheme. */
export function canonicalOrigin(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  url.hostname = url.hostname.replace(/\.$/, '');
  const { origin, hostname, pathname, search, hash, username, password } = url;
  const isOriginAlone = pathname === '/' && search === '' && hash === '' && username === '' && password === '';
  return isOriginAlone && hostName.test(hostname) && hostname.length <= longestHost ? origin : null;
}

/** The canonical spelling of an IANA time zone, or null. */
export function canonicalTimeZone(name: string): string | null {
  // An offset such as +02:00 is not a zone, because it has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The ISO 4217 code of a currency that Intl has, or null. */
export function canonicalCurrency(text: string): string | null {
  const code = text.trim().toUpperCase();
  return Intl.supportedValuesOf('currency').includes(code) ? code : null;
}

function read(convert: (text: string) => string | null, message: string) {
  return z.string(message).transform((text, context) => {
    const value = convert(text);
    if (value !== null) return value;
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });
}

const unique = (values: string[]) => [...new Set(values)];

const hosts = boundedList(
  'hosts',
  read(canonicalHost, 'a host must be a name alone, such as calls.example.com: no scheme, no port, no path'),
  mostHosts,
)
  .transform(unique)
  .refine((list) => list.length > 0, 'hosts must have at least one');

const nameOfField = (longest: number) =>
  z
    .string('a field name must be a string')
    .trim()
    .min(1, 'a field name must not be empty')
    .max(longest, `a field name must not be longer than ${longest} characters`)
    .transform(storableText);

/** Also of the command line. */
export const contextFieldsSchema = boundedList(
  'context_fields',
  nameOfField(longestContextName),
  mostContextMembers,
).transform(unique);

const frameOrigins = boundedList(
  'frame_origins',
  read(canonicalOrigin, 'an origin must be scheme, host and perhaps port, such as https://crm.example.com'),
  mostOrigins,
).transform(unique);

const retentionText = `retention_days must be a whole number from 1 to ${mostRetentionDays}, or null`;
const explorationText = `exploration_rate must be a number from 0 to ${mostExploration}`;
const longestBrandName = 200;
const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** Body of the PUT that changes a brand. Absent members are unchanged. */
export const brandChangeSchema = z
  .object(
    {
      name: z
        .string('name must be a string')
        .trim()
        .min(1, 'name must not be empty')
        .max(longestBrandName, `name must not be longer than ${longestBrandName} characters`)
        .transform(storableText)
        .optional()
        .meta({ ...text, description: 'Of the organisation.' }),
      hosts: hosts.optional().meta({ ...texts, description: 'All of them; with the one of the request.' }),
      currency: read(canonicalCurrency, 'currency must be an ISO 4217 code, such as USD')
        .optional()
        .meta({ ...text, description: 'ISO 4217.' }),
      time_zone: read(canonicalTimeZone, 'time_zone must be an IANA name, such as America/New_York')
        .optional()
        .meta({ ...text, description: 'IANA name.' }),
      shown_metadata: boundedList('shown_metadata', nameOfField(longestField), mostFields)
        .transform(unique)
        .optional()
        .meta({ ...texts, description: 'The metadata fields that a rep sees on a call, in that order.' }),
      context_fields: contextFieldsSchema
        .optional()
        .meta({ ...texts, description: 'The metadata fields of a call that the recommender is sent as its context.' }),
      retention_days: z
        .int({ error: retentionText, abort: true })
        .min(1, retentionText)
        .max(mostRetentionDays, retentionText)
        .nullish()
        .meta({ description: 'Personal data that is older is deleted. null: never.' }),
      frame_origins: frameOrigins
        .optional()
        .meta({ ...texts, description: 'The origins whose pages may embed the desk.' }),
      exploration_rate: z
        .number(explorationText)
        .min(0, explorationText)
        .max(mostExploration, explorationText)
        .optional()
        .meta({ description: 'The share of answers whose last offer is drawn from the next candidates. 0: none.' }),
      recording_by: recordingBySchema.optional().meta({ description: 'Who records the calls.' }),
      version: z
        .string('version must be a string')
        .max(64, 'version must be the version of the settings that were read')
        .optional()
        .meta({ description: 'Of the settings that were read. With another one on file, nothing is changed: 409.' }),
    },
    'the body must be a JSON object',
  )
  .refine(
    ({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'nothing to change',
  );
export type BrandChange = z.output<typeof brandChangeSchema>;

/** The settings of a brand, for its owners. */
export const ownedBrandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
  hosts: z.array(z.string()),
  currency: z.string().meta({ description: 'ISO 4217.' }),
  time_zone: z.string().meta({ description: 'IANA name.' }),
  shown_metadata: z.array(z.string()).meta({ description: 'In the order in which reps see them.' }),
  context_fields: z.array(z.string()).meta({ description: 'Sent to the recommender as the context of a call.' }),
  retention_days: z.int().nullable().meta({ description: 'null: personal data is never deleted by age.' }),
  frame_origins: z.array(z.string()),
  exploration_rate: z.number().meta({ description: 'The share of answers whose last offer is drawn.' }),
  recording_by: recordingBySchema.meta({ description: 'Who records the calls.' }),
  version: z.string().meta({ description: 'Another one after each change.' }),
});
export type OwnedBrand = z.infer<typeof ownedBrandSchema>;

export const auditQuerySchema = z.object({
  ...pageQuery,
  actor: bounded('actor').meta({ description: 'A part of the actor, such as of an address, in any case.' }),
  action: z.enum(auditActions, 'action must be an action of the audit log').optional(),
  from: instantParameter('from', 'Entries of this instant or later.'),
  to: instantParameter('to', 'Entries before this instant.'),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** What a user, an operator or a key did. */
const auditEntrySchema = z.object({
  id: z.string().meta({ description: 'A later entry has a greater one, as a number.' }),
  at: z.iso.datetime({ offset: true }),
  actor: z.string().meta({
    description:
      '`operator:` and an account, `key:` and how a key begins and ends, or the address of a user; of a refused sign-in the claimed one, or `unknown`.',
  }),
  actor_user_id: z.uuid().nullable().meta({ description: 'null for an operator, a key and a refused sign-in.' }),
  origin: z.string().nullable().meta({ description: "The operator's machine, or the user's network address." }),
  action: z.string().meta({ description: 'Such as `key.issue`.' }),
  subject: z.string().meta({ description: 'What was changed, read or opened, mostly an id.' }),
  detail: z.unknown().meta({ description: 'A JSON object; its members depend on the action.' }),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

export const auditLogSchema = z.object({
  items: z.array(auditEntrySchema).meta({ description: 'Newest first.' }),
  next_cursor: z.string().nullable().meta({ description: 'Opaque: what to ask the next page with. null: the end.' }),
});
export type AuditLog = z.infer<typeof auditLogSchema>;
