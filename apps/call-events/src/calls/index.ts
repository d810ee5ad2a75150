// Calls: the events of diallers, the state machine of each rep, and who records them.

import { queryThrough } from '@callside/database';
import type { CallEventResponse } from '@callside/schemas';
import type { BodyBudget, Logger, Metrics } from '@callside/service-kit';
import type { RequestHandler } from 'express';
import type { AgentStore, ApiKeys } from '../brands/index.ts';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { createIntakeMetrics } from './batches/intake-metrics.ts';
import { type CallEventRequest, parseCallEvent } from './call-event-request.ts';
import { CallEventStore } from './calls.store.ts';
import { isEventOnFile } from './event-on-file.store.ts';
import { CallEventRecorder, type EventDelivery } from './record-events.ts';
import { reportReusedId } from './reused-ids/report-reused-id.ts';
import { createReusedIdStore } from './reused-ids/reused-ids.store.ts';
import { createCallEventsRoutes } from './routes.ts';
import type { NewCallEvent } from './rules/call-event.ts';
import { type OwnerEvent, type OwnerEventOutcome, sendOwnerEvent } from './test-calls/send-owner-event.ts';
import { createTestCallsRoutes } from './test-calls/test-calls.routes.ts';
import { endUnreachableCalls } from './unreachable-calls.store.ts';

interface Dependencies {
  environment: Pick<Environment, 'TEST_CALLS'>;
  pools: Pools;
  brands: { keys: Pick<ApiKeys, 'expected'>; agents: AgentStore };
  requireBrand: RequestHandler;
  requireSession: RequestHandler;
  /** Limits the bodies in memory. */
  budget: BodyBudget;
  delivery: EventDelivery;
  /** A live call has opened, and its start was announced. Nothing waits for it; it must not throw. */
  onOpened: (brandId: string, callReference: string) => void;
  logger: Logger;
  metrics: Metrics;
}

const unreachableCallsPauseMs = 5_000;

export function createCalls({
  environment,
  pools,
  brands,
  requireBrand,
  requireSession,
  budget,
  delivery,
  onOpened,
  logger,
  metrics,
}: Dependencies) {
  const store = new CallEventStore({ pool: pools.intake, lanes: pools.lanes });
  const intakeMetrics = createIntakeMetrics(metrics);
  const { countAccepted } = intakeMetrics;
  const mark = createReusedIdStore({ pool: pools.snapshots });
  const recorder = new CallEventRecorder({
    store,
    delivery,
    onOpened,
    onReusedId: (first, later) => reportReusedId(first, later, { count: intakeMetrics.countReusedId, mark, logger }),
    metrics: intakeMetrics,
    logger,
  });
  const { agents, keys } = brands;
  const send = (ownerEvent: OwnerEvent): Promise<OwnerEventOutcome> => sendOwnerEvent(ownerEvent, { agents, recorder });

  return {
    /** The six endpoints of a dialler. */
    webhooks: createCallEventsRoutes({ requireBrand, keys: keys.expected, budget, recorder, countAccepted }),

    routes: createTestCallsRoutes({
      requireSession,
      testCallsAllowed: environment.TEST_CALLS,
      agents,
      sendOwnerEvent: send,
    }),

    /** Records one of the six events that a platform reports, as if its webhook had come. */
    async recordOfPlatform({
      fromPlatform,
      ...sent
    }: CallEventRequest & Required<Pick<NewCallEvent, 'fromPlatform'>>): Promise<CallEventResponse> {
      const answer = await recorder.record({ ...parseCallEvent(sent), fromPlatform });
      countAccepted(sent.event, answer);
      return answer;
    },

    /** Whether an event with this id is on file. */
    isOnFile: (brandId: string, eventId: string) => isEventOnFile(queryThrough(pools.intake), brandId, eventId),

    sendOwnerEvent: send,
    tasks: regularTasks(logger, {
      'end unreachable calls': {
        pauseMs: unreachableCallsPauseMs,
        run: () => endUnreachableCalls(queryThrough(pools.snapshots)),
      },
    }),
  };
}

export { digestEventId } from './call-event-request.ts';
export { callStateView, callView } from './call-view.ts';
export { loggedColumns } from './calls.sql.ts';
export { companionColumns, joinPresentCompanions, keepConfirmations } from './companions.sql.ts';
export { recordingStateView, recordingView } from './recording-view.ts';
export {
  type RepRow,
  repColumns,
  toRepSnapshot,
} from './rep-rows.ts';
export { requestEvent } from './routes.ts';
export type { ChangeRefusal } from './rules/allowed-change.ts';
export type { LoggedEvent } from './rules/call-event.ts';
export type { CallOnFile, SessionOnFile } from './rules/call-on-file.ts';
export { controlsRecording, type Transition } from './rules/call-state.ts';
export type { RecordedEvent } from './rules/decide-batch.ts';
export { deepestStoredJson, isNestedDeeperThan } from './rules/json-nesting.ts';
export { type RelayedMetadata, relayedMetadata } from './rules/relayed-metadata.ts';
export type { RepSnapshot, RepState } from './rules/rep-state.ts';
export { parseOwnerEvent } from './test-calls/owner-event.ts';
export type { OwnerEvent, OwnerEventOutcome } from './test-calls/send-owner-event.ts';
