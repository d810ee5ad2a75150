import { type Latencies, latenciesOf } from './percentiles.ts';
import type { SentEvent, SimulatedDialler } from './simulated-dialler.ts';
import type { SimulatedTeam, TeamMember } from './simulated-team.ts';
import type { SimulationInput } from './simulation-plan.ts';

/** What `callside simulate --json` prints. */
export interface SimulationReport {
  run: string;
  brand: string;
  servers: readonly string[];
  started_at: string;
  duration_ms: number;
  sent: { calls: number; events: number; retries: number; by_event: Record<string, number> };
  answered: { accepted: number; failed: number; failures: string[] };
  latency_ms: { answer: Latencies; tab: Latencies; companion: Latencies };
  tabs: { rep: string; url: string; connections: number; events_heard: number }[];
  companions: { rep: string; url: string; connections: number }[];
}

interface Outcome {
  input: SimulationInput;
  startedAt: Date;
  endedAt: Date;
  dialler: SimulatedDialler;
  team: SimulatedTeam;
}

const mostFailures = 10;

export function createReport({ input, startedAt, endedAt, dialler, team }: Outcome): SimulationReport {
  const { events, failures, retries } = dialler;
  const byEvent: Record<string, number> = {};
  for (const { event } of events) byEvent[event] = (byEvent[event] ?? 0) + 1;
  const accepted = events.filter(({ answer }) => answer !== null);
  const ofTeam = (measure: (member: TeamMember, sent: readonly SentEvent[]) => number[]) =>
    latenciesOf(
      team.members.flatMap((member) =>
        measure(
          member,
          accepted.filter(({ rep }) => rep === member.number),
        ),
      ),
    );
  return {
    run: input.run,
    brand: input.brand.slug,
    servers: input.servers,
    started_at: startedAt.toISOString(),
    duration_ms: endedAt.getTime() - startedAt.getTime(),
    sent: { calls: input.calls, events: events.length, retries, by_event: byEvent },
    answered: {
      accepted: accepted.length,
      failed: failures.length,
      failures: [...new Set(failures)].slice(0, mostFailures),
    },
    latency_ms: {
      answer: latenciesOf(accepted.map(({ sentAt, answeredAt }) => answeredAt - sentAt)),
      tab: ofTeam(tabLatencies),
      companion: ofTeam(companionLatencies),
    },
    tabs: team.members.flatMap(({ rep, tabs }) =>
      tabs.map(({ url, connections, heard }) => ({ rep, url, connections, events_heard: heard.size })),
    ),
    companions: team.members.map(({ rep, companion: { url, connections } }) => ({ rep, url, connections })),
  };
}

/** From the sending of each event to its arrival at each tab, in ms. */
function tabLatencies({ tabs }: TeamMember, sent: readonly SentEvent[]): number[] {
  return tabs.flatMap(({ heard }) =>
    sent.flatMap(({ eventId, sentAt }) => {
      const { at } = heard.get(eventId) ?? {};
      return at === undefined ? [] : [at - sentAt];
    }),
  );
}

/** The same until the companion applied the recording state of the event. A hold has none of its own. */
function companionLatencies({ tabs: [tab], companion }: TeamMember, sent: readonly SentEvent[]): number[] {
  return sent.flatMap(({ event, eventId, sentAt }) => {
    const sequence = tab?.heard.get(eventId)?.sequence;
    const at = event.startsWith('hold') || sequence == null ? undefined : companion.applied.get(sequence);
    return at === undefined ? [] : [at - sentAt];
  });
}
