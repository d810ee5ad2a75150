import fc from 'fast-check';
import { z } from 'zod';
import { instants } from './events.ts';
import { mostly, oddText, oddValue } from './texts.ts';

/** What a client emits on its socket. A member `$bytes` (base64) stands for binary data. */
export const socketStepsSchema = z.array(
  z.object({
    event: z.string(),
    arguments: z.array(z.unknown()),
    /** Whether the sender requests an acknowledgement. */
    acknowledged: z.boolean(),
  }),
);
export type SocketSteps = z.infer<typeof socketStepsSchema>;

const bytes = fc.uint8Array({ maxLength: 2_000 }).map((chunk) => ({ $bytes: Buffer.from(chunk).toString('base64') }));
const session = fc.record(
  { session_id: mostly(fc.oneof(fc.uuid(), fc.constant('$session'))), extra: oddValue },
  { requiredKeys: [] },
);
const chunk = fc.record(
  {
    session_id: mostly(fc.oneof(fc.constant('$session'), fc.uuid())),
    sequence: mostly(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double())),
    speaker: mostly(oddText),
    text: mostly(oddText),
    started_at: mostly(instants),
    ended_at: mostly(instants),
  },
  { requiredKeys: ['session_id'] },
);

const request = fc.oneof(
  fc.tuple(fc.constant('session.open'), fc.tuple(mostly(fc.constantFrom({}, null, { call_reference: null })))),
  fc.tuple(fc.constantFrom('session.resume', 'session.close'), fc.tuple(mostly(session))),
  fc.tuple(fc.constant('session.chunk'), fc.tuple(mostly(chunk))),
  fc.tuple(fc.constant('session.frame'), fc.tuple(mostly(fc.constant('$session')), mostly(bytes))),
  fc.tuple(fc.constant('token.renew'), fc.tuple(oddValue)),
  fc.tuple(
    fc
      .oneof(fc.constantFrom('recording.state', 'call.state', 'message', '__proto__', ''), oddText)
      .filter((name) => !reserved.has(name)),
    fc.array(fc.oneof(oddValue, bytes), { maxLength: 3 }),
  ),
);

/** Names that Socket.IO's own client refuses to emit. */
const reserved = new Set(['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener']);

export const socketSteps: fc.Arbitrary<SocketSteps> = fc.array(
  fc
    .tuple(request, fc.boolean())
    .map(([[event, args], acknowledged]) => ({ event, arguments: [...args], acknowledged })),
  { maxLength: 6 },
);
