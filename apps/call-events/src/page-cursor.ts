import { ServiceError } from '@callside/service-kit';
import type { Position, TranscriptPosition } from './page.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id after the instant in a cursor: of a call, of a chat, or of a row of the event log (with a leading r for a refused request). */
const idForms = {
  call: uuid,
  chat: uuid,
  event: /^r?[1-9]\d{0,17}$/,
  audit: /^[1-9]\d{0,17}$/,
} as const;

/** The years 1 to 9999, in milliseconds. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** Of a cursor as it was sent; empty for one that no list gave. */
export function textOfCursor(cursor: string): string {
  return /^[\w-]{1,100}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
}

/** Whether the database can store an instant, in milliseconds since 1970. */
export function isStorableInstant(at: number): boolean {
  return at >= earliest && at <= latest;
}

/** A position in a list as an opaque text for the request of the next page. */
export function encodeCursor(position: Position | null): string | null {
  return position && Buffer.from(`${position.at.getTime()} ${position.id}`).toString('base64url');
}

/** Throws `invalid` for a text that is not a cursor of this list. */
export function decodeCursor(cursor: string | undefined, list: keyof typeof idForms): Position | null {
  if (cursor === undefined) return null;
  const [, milliseconds = '', id = ''] = /^(-?\d{1,15}) (\S+)$/.exec(textOfCursor(cursor)) ?? [];
  const at = Number(milliseconds);
  if (milliseconds === '' || !isStorableInstant(at) || !idForms[list].test(id)) throw notACursor();
  return { at: new Date(at), id };
}

/** The same for a position in a transcript. */
export function encodeTranscriptCursor(place: TranscriptPosition | null): string | null {
  return place && Buffer.from(`${place.sessionId} ${place.sequence}`).toString('base64url');
}

/** Throws `invalid` for a text that is not a cursor of a transcript. */
export function decodeTranscriptCursor(cursor: string | undefined): TranscriptPosition | null {
  if (cursor === undefined) return null;
  const [, sessionId = '', digits = ''] = /^([0-9a-f-]{36}) (\d{1,16})$/.exec(textOfCursor(cursor)) ?? [];
  const sequence = Number(digits);
  if (!idForms.chat.test(sessionId) || !Number.isSafeInteger(sequence)) throw notACursor();
  return { sessionId, sequence };
}

function notACursor(): ServiceError {
  return new ServiceError({
    code: 'invalid',
    message: 'The query is not valid.',
    issues: [
      {
        type: 'cursor',
        loc: ['query', 'cursor'],
        msg: 'cursor must be the next_cursor of an answer of this list, as it came',
      },
    ],
  });
}
