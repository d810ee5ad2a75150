import type { ApiKeyList, ChatListItem, LoggedEvent } from '@callside/schemas';
import type { HttpAnswer } from '@callside/test-kit';
import { addSession } from '../../test/support/calls-on-file.ts';
import { Companion } from '../../test/support/companion.ts';
import { aNumber, anotherNumber, createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { Tab } from '../../test/support/tab.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The id in all forms in which a text may contain it: cursors are base64url. */
function formsOf(id: string): string[] {
  const bare = id.replaceAll('-', '');
  return [id, bare, Buffer.from(bare, 'hex').toString('base64'), Buffer.from(bare, 'hex').toString('base64url')];
}

function decoded(text: string): string {
  const opaque = [...text.matchAll(/"next_cursor":"([\w-]+)"/g)].map(([, cursor = '']) => cursor);
  return opaque.map((cursor) => Buffer.from(cursor, 'base64url').toString()).join('\n');
}

it('no answer, push message or log line contains the internal id of a call', async () => {
  const brand = await addBrand(service);
  const reps = await Promise.all([addUser(service, brand), addUser(service, brand)]);
  const owner = await addUser(service, brand, { role: 'owner' });
  const reader = await Reader.of(service.clients[0], brand, owner);
  const port = service.clients[0].port;
  const tabs: Tab[] = [];
  const companions: Companion[] = [];
  const answers: HttpAnswer[] = [];
  const open = async (path: string, method = 'GET', body?: object) => {
    const answer = await reader.send(method, path, body);
    answers.push(answer);
    return answer;
  };

  for (const rep of reps) {
    tabs.push(new Tab({ port, host: brand.host, token: await tokenFor(rep, brand, { audience: 'tab' }) }));
    companions.push(
      new Companion({ port, host: brand.host, token: await tokenFor(rep, brand, { audience: 'companion' }) }),
    );
    const dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
    const post = async (...event: Parameters<typeof dialler.send>) => void answers.push(await dialler.send(...event));
    await post('call-started', { event_id: `${rep.id} 1`, phone_number: aNumber });
    await companions.at(-1)?.hears('recording.state');
    const session = await companions.at(-1)!.open();
    await companions.at(-1)!.chunk(session, 0);
    await post('recording-paused');
    await post('call-started', { phone_number: anotherNumber });
    await post('hold-started');
    await post('call-ended', { event_id: `${rep.id} 1` });
    if (rep === reps[0]) await post('call-ended');
  }
  const calls = await service.query<{ id: string }>('SELECT id FROM calls');
  expect(calls).toHaveLength(4);
  for (const call of calls) await addSession(service, call);

  try {
    const chats = await reader.readAll<ChatListItem>('/chats', { limit: 1 });
    await reader.readAll<LoggedEvent>('/events', { limit: 1 });
    await open('/chats?limit=1');
    await open('/events?limit=1');
    await open('/pause-evidence?limit=1');
    await open('/chats');
    await open('/events');
    for (const { id, call } of chats) {
      await open(`/chats/${id}`);
      await open(`/calls/${call.reference}`);
    }
    await open('/calls/export');
    await open('/calls/export?format=csv');
    await open('/me');
    await open('/settings/api-keys', 'POST', { feature: 'call-events' });
    const keys = await reader.read<ApiKeyList>('/settings/api-keys');
    await open(`/settings/api-keys/${keys.items[0]?.id}`, 'DELETE');
    // Also when the internal id is requested as a reference.
    for (const { id } of calls) {
      await open(`/calls/${id}`);
      await open(`/chats/${id}`);
    }
    await open('/chats?cursor=x');

    const pushed = [...tabs, ...companions].map((client) => JSON.stringify(client.heard));
    const said = [
      ...answers.map(({ text, headers }) => `${text}\n${JSON.stringify(headers)}\n${decoded(text)}`),
      ...pushed,
      service.logged(),
    ].join('\n');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    expect(pushed.every((text) => text.includes('call'))).toBe(true);
    for (const { call } of chats) expect(said).toContain(call.reference);
    for (const form of calls.flatMap(({ id }) => formsOf(id)))
      expect(said.toLowerCase()).not.toContain(form.toLowerCase());
  } finally {
    for (const client of [...tabs, ...companions]) client.close();
  }
});
