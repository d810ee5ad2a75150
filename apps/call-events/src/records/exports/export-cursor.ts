import { ServiceError } from '@callside/service-kit';
import { isStorableInstant, textOfCursor } from '../../page-cursor.ts';
import type { CallRange } from './call-export.store.ts';

/** Up to where a consecutive reader has all calls that have started, or all that have ended. */
export interface ExportCursor {
  by: CallRange['by'];
  at: Date;
}

/** An opaque text for the next read. */
export function encodeExportCursor({ by, at }: ExportCursor): string {
  return Buffer.from(`${by} ${at.getTime()}`).toString('base64url');
}

/** null for the empty text: the beginning. Throws `invalid` for a text that is no cursor of these reads. */
export function decodeExportCursor(sent: string, by: CallRange['by']): ExportCursor | null {
  if (sent === '') return null;
  const [, of, milliseconds] = /^(start|end) (\d{1,15})$/.exec(textOfCursor(sent)) ?? [];
  const at = Number(milliseconds);
  if (of !== by || !isStorableInstant(at)) throw notACursor(by);
  return { by, at: new Date(at) };
}

function notACursor(by: CallRange['by']): ServiceError {
  const reads = by === 'end' ? 'with ended=true' : 'without ended';
  const msg = `since must be empty, or the X-Next-Cursor of an export ${reads}, as it came`;
  return new ServiceError({
    code: 'invalid',
    message: 'The query is not valid.',
    issues: [{ type: 'cursor', loc: ['query', 'since'], msg }],
  });
}
