import { type SessionDependencies, serveSessions } from '../../transcription/index.ts';
import type { CompanionStore } from '../companions.store.ts';
import { type StoreReport, serveRecorderReports } from './recorder-reports.ts';
import type { PushNamespace, RecordingAnswer } from './socket-types.ts';

/**
 * `/companion`: a rep's desktop program. It acknowledges the recording states that it gets, and produces the transcription sessions
 * of the rep's calls.
 */
export function serveCompanions(
  namespace: PushNamespace,
  {
    companions,
    sessions,
    storeReport,
    onRecordingAnswer,
  }: {
    companions: Pick<CompanionStore, 'acknowledge' | 'end'>;
    sessions: SessionDependencies;
    storeReport: StoreReport;
    onRecordingAnswer: (answer: RecordingAnswer) => void;
  },
): void {
  namespace.on('connection', (socket) => {
    if (!socket.connected) return;
    serveSessions(socket, sessions);
    serveRecorderReports(socket, { ...sessions, storeReport });
    // Only the client's own packet says that it has left: after any other end it may be recording.
    socket.on('disconnect', (reason) =>
      companions.end(socket.id, reason === 'client namespace disconnect' ? 'left' : 'lost'),
    );
    socket.data.onRecordingAnswer = onRecordingAnswer;
    socket.data.onAcknowledged = (sequence) => companions.acknowledge(socket.id, sequence);
  });
}
