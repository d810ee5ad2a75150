import { type RecordingReported, companionClientEventSchemas as schemas } from '@callside/schemas';
import type { RecorderReport } from '../../evidence/index.ts';
import { createRequestAnswerer, type Outcome, type SessionDependencies } from '../../transcription/index.ts';
import type { PushSocket } from './socket-types.ts';

/** When it was stored; null: the rep has no such call. */
export type StoreReport = (report: RecorderReport) => Promise<Date | null>;

interface Dependencies extends Pick<SessionDependencies, 'waitingBytes' | 'logger'> {
  storeReport: StoreReport;
}

export function serveRecorderReports(socket: PushSocket, { storeReport, waitingBytes, logger }: Dependencies): void {
  const userId = socket.data.user?.id;
  if (userId === undefined) throw new Error('a socket has passed no guard');
  const answering = createRequestAnswerer({ account: waitingBytes.accountOf(userId), logger });
  for (const kind of ['recording.saved', 'recording.failed'] as const) {
    const serve = answering(
      schemas[kind],
      async ({ call_reference: reference }): Promise<Outcome<RecordingReported>> => {
        const at = await storeReport({ userId, reference, kind, companion: socket.id });
        if (at === null) return { refusal: 'unknown_call' };
        return { answer: { call_reference: reference, reported_at: at.toISOString() } };
      },
    );
    socket.on(kind, serve);
  }
}
