import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CannotCheck, expectEqual, expectFields, expectShape, expectThat, valueAt } from './expect.ts';
import type { Check, Site } from './site.ts';

const sessionSchema = z.object({
  live: z.boolean(),
  finalized_at: z.iso.datetime({ offset: true }).nullable(),
  ended_at: z.iso.datetime({ offset: true }).nullable(),
});

interface Reads {
  chat: () => Promise<z.infer<typeof sessionSchema>>;
  reference: string;
  chatId: string;
}

/** The live call of the rep, which opened with this number. */
async function findCall({ read }: Site, phone: string): Promise<Reads> {
  const { items } = Object(await read(`/chats?limit=1&phone=${encodeURIComponent(phone)}`));
  const [chatId, reference] = [valueAt(items, '0.id'), valueAt(items, '0.call.reference')];
  expectThat(typeof chatId === 'string' && typeof reference === 'string', 'the call is in no chat');
  const readChat = async () => valueAt(await read(`/chats/${chatId}`), 'transcription_session');
  return { chatId, reference, chat: async () => expectShape('the session', await readChat(), sessionSchema) };
}

async function openSession(site: Site) {
  const companion = await site.companion();
  const phone = await site.events.start();
  await companion.hears('call.started', {});
  const { session_id } = await companion.request('session.open', {});
  const call = await findCall(site, phone);
  const say = (sequence: number) => {
    const at = new Date().toISOString();
    const chunk = { session_id, sequence, speaker: 'rep', text: `said for ${site.run}`, started_at: at, ended_at: at };
    return companion.request('session.chunk', chunk);
  };
  return { ...call, companion, session_id, say };
}

const exportTries = 20;

/** Transcription sessions in reads. */
export const sessionChecks: readonly Check[] = [
  {
    name: 'chat-without-session',
    needs: ['reads'],
    run: async (site) => {
      const { chatId, reference } = await findCall(site, await site.events.start());
      for (const path of [`/chats/${chatId}`, `/calls/${reference}`]) {
        expectEqual(`transcription_session of ${path}`, valueAt(await site.read(path), 'transcription_session'), null);
      }
    },
  },
  {
    name: 'session-live',
    run: async (site) => {
      const { companion, session_id, chat } = await openSession(site);
      expectFields('an open session', await chat(), { live: true, finalized_at: null });
      await companion.request('session.close', { session_id });
    },
  },
  {
    name: 'session-finalized',
    run: async (site) => {
      const { companion, session_id, say, chat } = await openSession(site);
      await say(1);
      await companion.request('session.close', { session_id });
      const closed = await chat();
      expectEqual('live after the close', closed.live, false);
      expectThat(closed.finalized_at !== null, 'finalized_at is null after the close');
      expectThat(closed.ended_at !== null, 'ended_at is null although the session has a transcript');
      expectEqual('a later read', await chat(), closed);
    },
  },
  {
    name: 'session-resumed',
    run: async (site) => {
      const { companion, session_id, chat } = await openSession(site);
      await companion.request('session.close', { session_id });
      await companion.request('session.resume', { session_id });
      expectFields('a resumed session', await chat(), { live: true, finalized_at: null });
      await companion.request('session.close', { session_id });
    },
  },
  {
    name: 'session-ended-at',
    run: async (site) => {
      const { companion, session_id, say, chat } = await openSession(site);
      await say(1);
      const before = Date.now();
      // The sender's clock does not count.
      await site.events.post('call-ended', { occurred_at: '2026-01-02T03:04:05Z' });
      const { ended_at } = await chat();
      expectThat(
        Math.abs(Date.parse(ended_at ?? '') - before) < 60_000,
        `ended_at is ${ended_at} after call-ended, which was sent at ${new Date(before).toISOString()}`,
      );
      await say(2);
      expectFields('after a later chunk', await chat(), { ended_at });
      await companion.request('session.close', { session_id });
      expectFields('after the close', await chat(), { ended_at });
    },
  },
  {
    name: 'session-in-call-reads',
    run: async (site) => {
      const { companion, session_id, chat, reference } = await openSession(site);
      await companion.request('session.close', { session_id });
      const session = await chat();
      const detail = valueAt(await site.read(`/calls/${reference}`), 'transcription_session');
      expectEqual('the session in the detail of the call', expectShape('the call', detail, sessionSchema), session);
      const path = `/calls/export?format=ndjson&from=${encodeURIComponent(site.startedAt.toISOString())}`;
      // The export ends before the oldest transaction that runs.
      for (let tries = 0; tries < exportTries; tries += 1) {
        const lines = String(await site.read(path)).split('\n');
        const line = lines.find((text) => text.includes(reference));
        if (line !== undefined) {
          const exported = valueAt(JSON.parse(line), 'transcription_session');
          expectEqual('the session in the export', expectShape('the export', exported, sessionSchema), session);
          return;
        }
        await sleep(250);
      }
      throw new CannotCheck('the export does not have the call yet: an old transaction runs');
    },
  },
];
