import {
  type CallEventName,
  type CallEventResponse,
  callEventResponseSchema,
  type EventLog,
  type EventWay,
  eventLogSchema,
  eventWaySchema,
  type ResendRequest,
  type ResentEvent,
  resentEventSchema,
  type TestCallRequest,
  type TestCalls,
  testCallsSchema,
  type WouldChange,
  wouldChangeSchema,
} from '@callside/schemas';
import { type BrandApi, BrandApiError } from '../app/brand-api.ts';
import { type EventFilters, queryOf } from './event-filters.ts';

export const readEvents = (
  api: BrandApi,
  filters: EventFilters,
  timeZone: string,
  cursor: string | null,
): Promise<EventLog> => api.get(`events?${queryOf(filters, timeZone, cursor)}`, eventLogSchema);

export const readWay = (api: BrandApi, id: string): Promise<EventWay> =>
  api.get(`events/${encodeURIComponent(id)}`, eventWaySchema);

/** Resolves to the live call that would change, unless `order` confirms this call. */
export async function sendAgain(
  api: BrandApi,
  id: string,
  body: ResendRequest,
): Promise<{ sent: ResentEvent } | { wouldChange: WouldChange['would_change'] }> {
  try {
    return { sent: await api.post(`events/refused/${encodeURIComponent(id)}/resend`, body, resentEventSchema) };
  } catch (error) {
    if (!(error instanceof BrandApiError) || error.status !== 409) throw error;
    const asked = wouldChangeSchema.safeParse(error.body);
    if (!asked.success) throw error;
    return { wouldChange: asked.data.would_change };
  }
}

export const readTestCalls = (api: BrandApi): Promise<TestCalls> => api.get('test-calls', testCallsSchema);

export const placeTestEvent = (
  api: BrandApi,
  body: TestCallRequest & { event: CallEventName },
): Promise<CallEventResponse> => api.post('test-calls', body, callEventResponseSchema);
