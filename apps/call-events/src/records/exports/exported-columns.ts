import type { ExportedCall, ExportFormat } from '@callside/schemas';
import { callView } from '../../calls/index.ts';
import { sessionView } from '../views.ts';
import { csvText } from './csv-text.ts';
import type { CallToExport } from './export-calls.ts';

const csvColumns = [
  'reference',
  'agent_email',
  'phone_number',
  'customer_id',
  'picked_customer_id',
  'picked_phone_number',
  'started_at',
  'ended_at',
  'end_reason',
  'on_hold',
  'recording_paused',
  'transcription_live',
  'transcription_finalized_at',
  'transcription_ended_at',
] as const;

/**
 * The text of an export, one page of calls at a time. Throws `unavailable` at the first call with a session of unknown
 * liveness.
 */
export async function* exportTexts(
  pages: AsyncIterable<readonly CallToExport[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvText([csvColumns]);
  for await (const page of pages) {
    const calls = page.map(({ call, session }) => ({
      ...callView(call),
      picked_customer_id: call.pickedCustomerId || null,
      picked_phone_number: call.pickedPhoneNumber ?? null,
      transcription_session: sessionView(session),
    }));
    if (calls.length > 0) yield format === 'csv' ? csvText(calls.map(csvRecord)) : ndjsonText(calls);
  }
}

function ndjsonText(calls: readonly ExportedCall[]): string {
  return calls.map((call) => `${JSON.stringify(call)}\n`).join('');
}

function csvRecord({ transcription_session: session, ...call }: ExportedCall): (string | boolean | null)[] {
  const cells: Record<(typeof csvColumns)[number], string | boolean | null> = {
    ...call,
    transcription_live: session?.live ?? null,
    transcription_finalized_at: session?.finalized_at ?? null,
    transcription_ended_at: session?.ended_at ?? null,
  };
  return csvColumns.map((column) => cells[column]);
}
