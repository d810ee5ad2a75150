import { z } from 'zod';
import { callEventNames } from './call-event.ts';
import { normaliseEmail } from './email.ts';
import { plusOfAgent, plusOfNumber } from './lost-plus.ts';
import { parseInstant } from './parse-instant.ts';
import { storableText } from './storable-text.ts';

/** The most items that a page of a list holds. */
const mostItemsAPage = 200;
const usualItemsAPage = 50;

/** A parameter of a query string. A name that is given twice arrives as a list and is refused. */
function parameter(name: string) {
  return z.string(`${name} must be given once`).min(1, { error: `${name} must not be empty`, abort: true });
}

const limitText = `limit must be a whole number from 1 to ${mostItemsAPage}`;

const limit = parameter('limit')
  .regex(/^\d{1,4}$/, limitText)
  .transform(Number)
  .pipe(z.int().min(1, limitText).max(mostItemsAPage, limitText))
  .default(usualItemsAPage)
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: mostItemsAPage,
    description: `The most items of the page; ${usualItemsAPage} without it.`,
  });

const cursor = parameter('cursor')
  .optional()
  .meta({ description: 'The `next_cursor` of the page before, as it came; without it the first page.' });

const withTime = z.iso.datetime({ offset: true, local: true });
const dateAlone = z.iso.date();

/** UTC when there is no offset; a date alone means its midnight. The `+` of an offset may arrive as a space. */
function readInstant(text: string): Date | null {
  const whole = text.replace(/ (?=\d\d:?\d\d$)/, '+').replace(/[\u2010-\u2015\u2212](?=\d\d:?\d\d$)/, '-');
  if (dateAlone.safeParse(whole).success) return parseInstant(`${whole}T00:00Z`);
  return withTime.safeParse(whole).success ? parseInstant(whole) : null;
}

export function instantParameter(name: string, description: string) {
  return parameter(name)
    .transform((text, context) => {
      const instant = readInstant(text);
      if (instant !== null) return instant;
      const message = `${name} must be an ISO 8601 date, or a date and time of day such as 2026-11-20T09:30:00Z`;
      context.issues.push({ code: 'custom', message, params: { type: 'datetime_format' }, input: text });
      return z.NEVER;
    })
    .optional()
    .meta({ format: 'date-time', description });
}

const agentEmail = parameter('agent_email')
  .transform((text) => storableText(normaliseEmail(text.replace(plusOfAgent, '+'))))
  .optional()
  .meta({ description: "The rep's address, in any case." });

const phone = parameter('phone')
  .transform((text) => storableText(text.replace(plusOfNumber, '+')))
  .optional()
  .meta({ description: "The number that the call opened with, in E.164 or a national form of the brand's country." });

const longestSearch = 1_000;

/** Stored texts may be longer. They are found by whole value only, and a longer search text is not expected. */
export function bounded(name: string) {
  return parameter(name).max(longestSearch, `${name} must not be longer than ${longestSearch} characters`).optional();
}

const endsNotBeforeItBegins = {
  check: ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) => !from || !to || from <= to,
  otherwise: { path: ['to'], error: 'to must not be before from' },
};

export const chatListQuerySchema = z.object({ limit, cursor, phone, agent_email: agentEmail });
export const pausedCallsQuerySchema = z.object({
  limit,
  cursor,
  to: instantParameter('to', 'Calls that started before this instant.'),
});
export const transcriptQuerySchema = z.object({ cursor });

/** The requests that the event log shows. */
const eventOutcomes = ['accepted', 'refused', 'all'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

export const eventLogQuerySchema = z
  .object({
    limit,
    cursor,
    agent_email: agentEmail,
    event: z
      .enum(callEventNames, `event must be one of ${callEventNames.join(', ')}`)
      .optional()
      .meta({ description: 'One kind of event.' }),
    resolved: z
      .enum(['true', 'false'], 'resolved must be true or false')
      .transform((text) => text === 'true')
      .optional()
      .meta({ description: 'Whether the address matched an active user of the brand.' }),
    outcome: z
      .enum(eventOutcomes, `outcome must be one of ${eventOutcomes.join(', ')}`)
      .default('accepted')
      .meta({ description: 'Accepted events, webhook requests that were refused, or both.' }),
    phone: phone.meta({
      description:
        "The number of the event, in E.164 or a national form of the brand's country. Finds no refused request.",
    }),
    event_id: bounded('event_id').meta({ description: "The sender's id of the event. Finds no refused request." }),
    request_id: bounded('request_id').meta({ description: 'The X-Request-Id of the answer.' }),
    q: bounded('q').meta({
      description:
        'One of them, whichever it is: an event id, a request id, an address or another name of a rep, or a number. The first ' +
        'kind that finds something is listed. If none does, the text may be a part of an address (2 characters or more) or of ' +
        'the number with which one of the latest 20,000 calls began (3 digits or more).',
    }),
    from: instantParameter('from', 'Received at this instant or later.'),
    to: instantParameter('to', 'Received before this instant.'),
  })
  .refine(
    ({ phone, event_id, request_id, q }) =>
      [phone, event_id, request_id, q].filter((filter) => filter !== undefined).length < 2,
    { path: ['q'], error: 'only one of phone, event_id, request_id and q may be given' },
  )
  .refine(endsNotBeforeItBegins.check, endsNotBeforeItBegins.otherwise);
export type EventLogQuery = z.infer<typeof eventLogQuerySchema>;

const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const callExportQuerySchema = z
  .object({
    from: instantParameter('from', 'Calls that started at this instant or later.'),
    to: instantParameter('to', 'Calls that started before this instant; at most up to X-Complete-Until.'),
    since: z
      .string('since must be a text')
      .optional()
      .meta({
        description:
          'In place of from and to, for consecutive reads: the X-Next-Cursor of the read before, or empty for the first. ' +
          'Together the reads hold each call exactly once.',
      }),
    ended: z
      .enum(['true', 'false'], 'ended must be true or false')
      .transform((text) => text === 'true')
      .optional()
      .meta({ description: 'With since: calls that have ended, in the order of their ends.' }),
    format: z.enum(exportFormats, 'format must be ndjson or csv').default('ndjson'),
  })
  .refine(({ since, from, to }) => since === undefined || (from === undefined && to === undefined), {
    path: ['since'],
    error: 'since may not be given together with from or to',
  })
  .refine(({ since, ended }) => since !== undefined || ended === undefined, {
    path: ['ended'],
    error: 'ended may be given with since only',
  })
  .refine(endsNotBeforeItBegins.check, endsNotBeforeItBegins.otherwise);

/** The parameters of every list that is read page by page. */
export const pageQuery = { limit, cursor };
