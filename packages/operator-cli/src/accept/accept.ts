import { reasonOf } from '../doctor/check.ts';
import { OperatorError } from '../operator-error.ts';
import { checks } from './checks.ts';
import { EventSender } from './event-sender.ts';
import { CannotCheck, NotKept } from './expect.ts';
import { type Answer, send } from './http.ts';
import { inventory } from './inventory/inventory.ts';
import { judge } from './judge.ts';
import { RecommenderCaller } from './recommender-caller.ts';
import type { AcceptReport } from './report.ts';
import { runChecks } from './run-checks.ts';
import type { Need, Site } from './site.ts';
import { Listener } from './sockets.ts';

export type Audience = 'tab' | 'companion' | 'api';

export interface Installation {
  url: string;
  key: string;
  agent: string;
  brand: string | null;
  tokens: ReadonlyMap<Audience, string>;
  recommender: { url: string; key: string } | null;
}

interface Run {
  /** The prefix of everything that is sent. */
  run: string;
  now: () => Date;
  signal: AbortSignal;
  onProgress: (check: string, done: number, total: number) => void;
}

/** Checks the specification against an installation, as its clients see it. Throws OperatorError before it has started a call. */
export async function accept(installation: Installation, { run, now, signal, onProgress }: Run): Promise<AcceptReport> {
  const { url, key, agent, recommender } = installation;
  const events = new EventSender({ url, key, agent, run });
  const caller = new RecommenderCaller({ run, ...(recommender ?? { url: '', key: '' }) });
  const { site, closeSockets } = createSite(installation, { run, events, recommender: caller, startedAt: now() });
  const left: string[] = [];
  try {
    await requireIdleRep(site, installation);
    closeSockets();
    const results = await runChecks(checks, {
      site,
      available: availableNeeds(installation),
      settle: async () => {
        closeSockets();
        await events.settle();
      },
      onProgress,
      signal,
    });
    if (!(await events.settle())) left.push(`${agent} may be on a call that could not be ended: send call-ended`);
    const purchases = await caller.voidPurchases();
    if (purchases > 0) left.push(`${purchases} purchases could not be voided`);
    const verdict = judge(inventory, results);
    const passed = verdict.not_kept.length === 0;
    return { passed, run, url, agent, recommender_url: recommender?.url ?? null, left, ...verdict, checks: results };
  } finally {
    closeSockets();
  }
}

function availableNeeds({ tokens, brand, recommender }: Installation): Set<Need> {
  const needs = new Set<Need>();
  if (tokens.has('tab')) needs.add('tab');
  if (tokens.has('companion')) needs.add('companion');
  if (tokens.has('api') && brand !== null) needs.add('reads');
  if (recommender !== null) needs.add('recommender');
  return needs;
}

function createSite(
  { url, key, brand, tokens }: Installation,
  parts: Pick<Site, 'run' | 'events' | 'recommender' | 'startedAt'>,
) {
  const open: Listener[] = [];
  const connect = async (namespace: '/rep' | '/companion', token: string | undefined, greeting: string) => {
    const listener = await Listener.connect({ url, namespace, token: token ?? '', greeting });
    open.push(listener);
    return listener;
  };
  const get = (path: string, headers: Record<string, string>): Promise<Answer> =>
    send({ url: `${url}/${brand}${path}`, method: 'GET', headers });
  const site: Site = {
    ...parts,
    key,
    tab: () => connect('/rep', tokens.get('tab'), 'call.state'),
    companion: () => connect('/companion', tokens.get('companion'), 'recording.state'),
    read: async (path) => {
      const { status, json, text } = await get(path, { authorization: `Bearer ${tokens.get('api')}` });
      if (status === 403) throw new CannotCheck(`the token may not read ${path.split('?')[0]}`);
      if (status !== 200) throw new NotKept(`GET /{brand}${path} is answered ${status}`);
      return json ?? text;
    },
    statusWithKey: async (path) => (await get(path, { 'x-api-key': key, authorization: `Bearer ${key}` })).status,
  };
  return { site, closeSockets: () => open.splice(0).forEach((listener) => listener.close()) };
}

/** The checks start and end calls of this rep: a person on a call would lose it. */
async function requireIdleRep(site: Site, { url, agent, tokens }: Installation): Promise<void> {
  if (tokens.has('tab') && Object(await greeted(site)).call !== null) throw onCall(agent);
  const answer = await site.events.send('hold-ended', site.events.body()).catch((error: unknown) => {
    const hint = 'check that the service runs there';
    throw new OperatorError(`${url} does not answer: ${reasonOf(error)}`, { code: 'unavailable', hint });
  });
  if (answer.status === 401) {
    throw new OperatorError(`${url} refuses the key`, { hint: 'it must be of this brand and for call-events' });
  }
  if (answer.status === 404) throw new OperatorError(`${url} is an address of no brand, or of no call-events`);
  const { agent_resolved, call_active } = Object(answer.json);
  if (agent_resolved === false) {
    throw new OperatorError(`${agent} is no active user of the brand`, { hint: 'add one for the checks' });
  }
  if (call_active === true) throw onCall(agent);
}

async function greeted({ tab }: Site): Promise<unknown> {
  try {
    return await (await tab()).hears('call.state', {});
  } catch (error) {
    const { message } = error as Error;
    throw new OperatorError(`a tab of the agent gets no state: ${message}`, {
      code: 'unavailable',
      hint: 'the token must be one for tabs, of the agent and this brand, and not expired',
    });
  }
}

function onCall(agent: string): OperatorError {
  return new OperatorError(`${agent} is on a call, which the checks would end`, {
    code: 'conflict',
    hint: 'end it, or choose a rep that is for tests only',
  });
}
