import { requireOwner } from '@callside/auth';
import {
  type EventLogQuery,
  eventLogQuerySchema,
  normaliseEmail,
  plusOfAgent,
  plusOfNumber,
  type ResentEvent,
  resendRequestSchema,
  restorePlus,
  storableText,
} from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  parseOrThrow,
  ServiceError,
  sliceMember,
} from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { actingOwner, type Brand, ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { digestEventId, type OwnerEvent, type OwnerEventOutcome, parseOwnerEvent } from '../../calls/index.ts';
import { normalisePhoneNumber } from '../../customers/index.ts';
import { decodeCursor, encodeCursor } from '../../page-cursor.ts';
import { foundOr404 } from '../../public-id.ts';
import type { ReadSources } from '../read-sources.ts';
import { sendJson } from '../send-json.ts';
import { logItemView } from '../views.ts';
import { eventWayView, refusedWayView, wouldChangeView } from './event-way-view.ts';
import { readEventLog } from './read-event-log.ts';
import { kindsOfSearch, partsOfSearch, type SearchedParts } from './rules/event-search.ts';
import { maskedFields } from './rules/redacted-body.ts';
import { type Meaning, searchEventLog } from './search-event-log.ts';

interface Dependencies {
  requireSession: RequestHandler;
  reads: ReadSources;
  /** The beginning of all API keys, such as `cs_live_`. */
  keyPrefix: string;
  sendOwnerEvent: (ownerEvent: OwnerEvent) => Promise<OwnerEventOutcome>;
}

const limitBytes = 128 * 1024;
const resendShape = { members: { event: 'scalar', confirm_call: 'scalar', body: { members: {} } } } as const;

export function createEventsRoutes({ requireSession, reads, keyPrefix, sendOwnerEvent }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/events')
    .all(ofBrandInPath)
    .get(requireSession, async (request, response) => {
      const query = parseOrThrow(eventLogQuerySchema, request.query, 'query');
      const brand = requestBrand.of(request);
      const filter = {
        brandId: brand.id,
        agentEmail: query.agent_email ?? null,
        event: query.event ?? null,
        resolved: query.resolved ?? null,
        outcome: query.outcome,
        from: query.from ?? null,
        to: query.to ?? null,
        search: searchOf(query, brand),
        after: decodeCursor(query.cursor, 'event'),
        limit: query.limit,
      };
      const { items, next, isMore } =
        query.q === undefined
          ? { ...(await readEventLog(reads, filter)), isMore: false }
          : await searchEventLog(reads, filter, {
              meanings: meaningsOf(query.q, query.agent_email, brand),
              parts: partsOf(query.q, query.agent_email),
            });
      const more = isMore && { more_matches: true as const };
      sendJson(response, { items: items.map(logItemView), next_cursor: encodeCursor(next), ...more });
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/events/:id')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const { id: brandId, slug } = requestBrand.of(request);
      const place = { brand: slug, keyPrefix };
      const { isRefused, row } = rowOf(request.params.id ?? '');
      if (isRefused) {
        const refused = foundOr404(await reads.refusedRequests.find(brandId, row), 'event');
        response.json(refusedWayView(refused, place));
        return;
      }
      sendJson(response, eventWayView(foundOr404(await reads.events.readWay(brandId, row), 'event'), place));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));

  router
    .route('/:brand/events/refused/:id/resend')
    .all(ofBrandInPath)
    .post(
      requireSession,
      requireOwner,
      createJsonBody({ limitBytes, shape: resendShape }),
      async (request, response) => {
        const { id: brandId } = requestBrand.of(request);
        const { row } = rowOf(request.params.id ?? '');
        const sent = jsonBody.of(request);
        const resend = parseOrThrow(resendRequestSchema, sent.value);
        foundOr404(await reads.refusedRequests.find(brandId, row), 'refused request');
        const text = sent.memberText('body') ?? '{}';
        const value: unknown = JSON.parse(text);
        const [masked] = maskedFields(Object(value));
        if (masked !== undefined) throw invalidBody(masked, 'masked', `${masked} is masked: enter its value again`);
        const body = { value, memberText: (name: string) => sliceMember(text, name) };
        const event = parseOwnerEvent(request, resend.event, body, 'resent');
        const outcome = await sendOwnerEvent({
          owner: actingOwner(request),
          event: {
            ...event,
            resentFrom: row,
            allowedChange: { only: 'confirmed', reference: resend.confirm_call?.toLowerCase() ?? null },
          },
          audit: {
            action: 'event.resend',
            subject: `r${row}`,
            detail: { event: resend.event, event_id: event.eventId, agent_email: event.agentEmail },
          },
        });
        if ('refused' in outcome) {
          response.status(409).json(wouldChangeView(outcome.refused));
          return;
        }
        response.json({ ...outcome.recorded, event_id: event.eventId } satisfies ResentEvent);
      },
    )
    .all(methodNotAllowed('POST'));
  return router;
}

function searchOf({ phone, event_id, request_id }: EventLogQuery, brand: Brand) {
  if (phone !== undefined) return { by: 'phone', value: storedNumber(phone, brand) } as const;
  if (event_id !== undefined) return { by: 'event_id', value: digestEventId(event_id) } as const;
  return request_id === undefined ? null : ({ by: 'request_id', value: storableText(request_id) } as const);
}

function meaningsOf(q: string, agentEmail: string | undefined, brand: Brand): Meaning[] {
  const text = q.trim();
  return kindsOfSearch(text).flatMap((kind): Meaning[] => {
    if (kind === 'event_id') return [{ search: { by: kind, value: digestEventId(text) } }];
    if (kind === 'request_id') return [{ search: { by: kind, value: text } }];
    if (kind === 'phone') return [{ search: { by: kind, value: storedNumber(q.replace(plusOfNumber, '+'), brand) } }];
    const agent = storableText(normaliseEmail(q.replace(plusOfAgent, '+')));
    return agentEmail === undefined || agentEmail === agent ? [{ agentEmail: agent }] : [];
  });
}

/** Beside the filter of an address, a part can only be one of a number. */
function partsOf(q: string, agentEmail: string | undefined): SearchedParts {
  const { agents, numbers } = partsOfSearch(restorePlus(q.trim()));
  return { agents: agentEmail === undefined ? agents.map(storableText) : [], numbers };
}

function storedNumber(text: string, { country }: Brand): string {
  return storableText(normalisePhoneNumber(text, country));
}

/** The number of the row in an id such as `90210` or, of a refused request, `r311`. An id of another form is not found. */
function rowOf(id: string): { isRefused: boolean; row: string } {
  const [, refused = '', row] = /^(r?)([1-9]\d{0,17})$/.exec(id) ?? [];
  if (row === undefined) throw new ServiceError({ code: 'not_found', message: 'There is no such event.' });
  return { isRefused: refused !== '', row };
}
