import { setTimeout as sleep } from 'node:timers/promises';
import { until, type Wire } from '@callside/test-kit';
import { Exporter } from './actors/exporter.ts';
import { KeyOwner } from './actors/key-owner.ts';
import { Nemesis } from './actors/nemesis.ts';
import { PlainCompanion } from './actors/plain-companion.ts';
import { ReferenceCompanion } from './actors/reference-companion.ts';
import { Sender } from './actors/sender.ts';
import { Shopper } from './actors/shopper.ts';
import { WatchedTab } from './actors/watched-tab.ts';
import { checkHistory } from './check/check-history.ts';
import type { Findings } from './check/violation.ts';
import { Deployment } from './deployment/deployment.ts';
import { StarvationWatch } from './deployment/starvation-watch.ts';
import type { History } from './history/history.ts';
import { readOnFile } from './history/read-on-file.ts';
import { Recorder } from './history/recorder.ts';
import { Draws } from './plan/draws.ts';
import { planRound, type RoundPlan } from './plan/round-plan.ts';

export interface RunOptions {
  seed: number;
  minutes: number;
  instances: number;
  reps: number;
  retryScale: number;
  keepsGoing: boolean;
  /** For logs and data; the caller removes it. */
  directory: string;
  meanGapMs?: number;
  /** Connects clients with instances, in order to damage traffic on purpose. */
  frontWire?: Wire;
  progress: (line: string) => void;
  signal?: AbortSignal;
}

export interface RunResult {
  history: History;
  findings: Findings;
  rounds: number;
}

const roundMs = 20_000;
const comeBackWithinMs = 60_000;
/** Covers the specification's 5 s and the checker's tolerance. */
const quietMs = 6000;

/** Runs rounds of faults and checks until the time is over or a violation is found. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const { seed, minutes, instances, reps, directory, progress, signal } = options;
  const recorder = new Recorder();
  const onEndedByItself = (what: string) => recorder.note({ type: 'missing', what });
  progress(`seed ${seed}: ${instances} instances, ${reps} reps, ${minutes} minutes`);
  const deployment = await Deployment.create({
    directory,
    instances,
    reps,
    seed,
    onEndedByItself,
    frontWire: options.frontWire,
  });
  const actors = new Actors(recorder, deployment, seed);
  const starvation = new StarvationWatch(recorder, () => deployment.pids);
  try {
    recorder.start();
    starvation.start();
    actors.start();
    const startedAt = performance.now();
    for (let round = 0; ; round += 1) {
      const plan = planRound({
        seed,
        round,
        durationMs: Math.min(roundMs, minutes * 60_000),
        emails: deployment.baseData.reps.map(({ email }) => email),
        strangerEmail: deployment.baseData.strangerEmail,
        instances,
        tabs: actors.tabs.length,
        meanGapMs: options.meanGapMs ?? 900,
      });
      await actors.play(plan, options.retryScale);
      const history = await takeHistory(recorder, deployment, seed, instances);
      const findings = checkHistory(history);
      progress(describeRound(plan, findings, performance.now() - startedAt));
      const isOver = performance.now() - startedAt >= minutes * 60_000 || signal?.aborted === true;
      const isFound = findings.violations.length > 0 && !options.keepsGoing;
      if (isOver || isFound) return { history, findings, rounds: round + 1 };
    }
  } finally {
    recorder.stop();
    starvation.stop();
    actors.stop();
    await deployment.stop();
  }
}

/** All clients and senders, and the fault injector. */
class Actors {
  readonly tabs: WatchedTab[] = [];
  readonly #companions: (PlainCompanion | ReferenceCompanion)[] = [];
  readonly #recorder: Recorder;
  readonly #deployment: Deployment;
  readonly #nemesis: Nemesis;
  readonly #shopper: Shopper;
  readonly #keyOwner: KeyOwner;
  readonly #exporter: Exporter;
  readonly #draws: Draws;
  readonly #end = new AbortController();

  constructor(recorder: Recorder, deployment: Deployment, seed: number) {
    this.#recorder = recorder;
    this.#deployment = deployment;
    this.#nemesis = new Nemesis(recorder, deployment);
    this.#draws = new Draws(`${seed} crew`);
    const { brand, customers, recommenderKey, ownerToken, strangerEmail } = deployment.baseData;
    this.#shopper = new Shopper({
      recorder,
      customers,
      apiKey: recommenderKey,
      url: deployment.recommender.url,
      draws: new Draws(`${seed} shopper`),
    });
    this.#keyOwner = new KeyOwner({
      recorder,
      brand,
      ownerToken,
      agentEmail: strangerEmail,
      urls: deployment.urls,
      draws: new Draws(`${seed} key owner`),
    });
    this.#exporter = new Exporter({
      recorder,
      brand,
      ownerToken,
      urls: deployment.urls,
      draws: new Draws(`${seed} exporter`),
    });
  }

  /** Each rep has tabs on two instances and a plain companion. Every other rep also has a reference companion. */
  start(): void {
    const { baseData, urls } = this.#deployment;
    for (const [index, { rep, tabToken, companionToken }] of baseData.reps.entries()) {
      const at = (offset: number) => {
        const place = (index + offset) % urls.length;
        return { recorder: this.#recorder, rep, instance: place + 1, url: urls[place] ?? '' };
      };
      this.tabs.push(new WatchedTab({ ...at(0), tab: `${rep} tab 1`, token: tabToken }));
      this.tabs.push(new WatchedTab({ ...at(1), tab: `${rep} tab 2`, token: tabToken }));
      const token = companionToken;
      this.#companions.push(new PlainCompanion({ ...at(2), companion: `${rep} companion`, token }));
      if (index % 2 === 0) {
        this.#companions.push(new ReferenceCompanion({ ...at(1), companion: `${rep} reference companion`, token }));
      }
    }
    for (const actor of [this.#shopper, this.#keyOwner, this.#exporter]) void actor.run(this.#end.signal);
  }

  async play(plan: RoundPlan, retryScale: number): Promise<void> {
    await this.#everybodyListens();
    const sender = new Sender({
      recorder: this.#recorder,
      apiKey: this.#deployment.baseData.callEventsKey,
      urls: this.#deployment.urls,
      retryScale,
    });
    await Promise.all([
      sender.run(plan.events),
      this.#nemesis.run(plan.faults),
      ...plan.naps.map((nap) => this.#nap(nap)),
      this.#muteSomebody(plan.durationMs),
      this.#muteSomebody(plan.durationMs),
    ]);
    await this.#everybodyListens();
    await sleep(quietMs);
    await this.#exporter.finish();
    for (const companion of this.#companions) if (companion instanceof PlainCompanion) companion.unmute();
  }

  stop(): void {
    this.#end.abort();
    for (const client of [...this.tabs, ...this.#companions]) client.close();
  }

  async #everybodyListens(): Promise<void> {
    const clients = [...this.tabs, ...this.#companions];
    const lost = () => clients.filter(({ isListening }) => !isListening).map(({ name }) => name);
    await until('every client listens', () => lost().length === 0, comeBackWithinMs).catch(() => {});
    if (lost().length > 0)
      this.#recorder.note({
        type: 'missing',
        what: `not connected after ${comeBackWithinMs} ms: ${lost().join(', ')}`,
      });
  }

  async #nap({ atMs, forMs, tab }: RoundPlan['naps'][number]): Promise<void> {
    await sleep(atMs);
    this.tabs[tab]?.sleep();
    await sleep(forMs);
    this.tabs[tab]?.wake();
  }

  /** Makes a companion follow states without acknowledging until the quiet time is over: no tab may show it as confirmed. */
  async #muteSomebody(durationMs: number): Promise<void> {
    const plain = this.#companions.filter((companion) => companion instanceof PlainCompanion);
    const companion = plain[this.#draws.whole(0, plain.length - 1)];
    await sleep(this.#draws.whole(0, Math.round(durationMs / 3)));
    companion?.mute();
  }
}

async function takeHistory(
  recorder: Recorder,
  deployment: Deployment,
  seed: number,
  instances: number,
): Promise<History> {
  // The occurrences are copied before the database is read, so that every acknowledged event in them must be in the database.
  const occurrences = [...recorder.occurrences];
  const endedAt = recorder.now();
  const onFile = await readOnFile(deployment.postgres.url);
  return {
    seed,
    instances,
    epochMs: recorder.epochMs,
    reps: deployment.baseData.reps.map(({ rep, email }) => ({ rep, email })),
    occurrences,
    onFile,
    endedAt,
  };
}

function describeRound({ round, events, faults }: RoundPlan, { violations }: Findings, elapsedMs: number): string {
  const names = faults.map(({ kind, target }) => {
    const place = 'instance' in target ? ` ${target.instance}` : 'rep' in target ? ` of ${target.rep}` : '';
    return `${kind} ${target.kind}${place}${target.kind === 'link' ? `–${target.to}` : ''}`;
  });
  const broken = names.length > 0 ? names.join(', ') : 'nothing';
  const rules = [...new Set(violations.map(({ rule }) => rule))].join('; ');
  const found = violations.length === 0 ? 'no violation' : `${violations.length} violations: ${rules}`;
  return `round ${round + 1}, ${Math.round(elapsedMs / 1000)} s: ${events.length} events, broken: ${broken}; ${found}`;
}
