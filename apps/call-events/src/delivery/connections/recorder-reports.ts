import { type RecordingReported, companionClientEventSchemas as schemas } from '@callside/schemas';
import { createRequestAnswerer, type Outcome, type SessionDependencies } from '../../transcription/index.ts';
import type { PushSocket } from './socket-types.ts';

/** Stores what the recorder of a rep's companion reports of a call. When it was stored; null: the rep has no such call. */
export type StoreReport = (report: {
  userId: string;
  reference: string;
  kind: 'recording.saved' | 'recording.failed';
  companion: string;
}) => Promise<Date | null>;

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
