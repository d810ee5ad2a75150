import type { Query } from '@callside/database';
import type { PlatformPayload } from '@callside/schemas';
import { LastPayloads } from './last-payloads.store.ts';

it('texts that PostgreSQL cannot store are written with U+FFFD', async () => {
  const written: unknown[] = [];
  const query = async (_text: string, values: readonly unknown[] = []) => {
    written.push(...values.slice(2).flat());
    return [];
  };
  const payloads = new LastPayloads(query as Query);
  const noted = { at: '2026-11-28T12:00:00.000Z', fields: { From: '(text)' } };
  const event = { event: 'call-started', agent_resolved: false, call_active: false, duplicate: false } as const;
  const accepted: PlatformPayload = { ...noted, reason: null, events: [{ ...event, agent: 'kim\0\ud800' }] };
  const refused: PlatformPayload = { ...noted, reason: 'no agent \0', events: [] };
  for (const payload of [accepted, refused]) payloads.note({ brandId: 'acme', platform: 'twilio', payload });
  await payloads.write();
  expect(written.map((text) => JSON.parse(String(text)))).toEqual([
    { ...accepted, events: [{ ...event, agent: 'kim\ufffd\ufffd' }] },
    { ...refused, reason: 'no agent \ufffd' },
  ]);
});
