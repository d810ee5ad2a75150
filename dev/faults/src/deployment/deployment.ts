import path from 'node:path';
import { builtService, PostgresProcess, RedisProcess, TcpProxy, type Wire } from '@callside/test-kit';
import type { FaultTarget } from '../history/occurrences/faults.ts';
import type { BaseData } from './base-data.ts';
import { createBaseData } from './base-data.ts';
import { SupervisedService } from './supervised-service.ts';

interface Member {
  service: SupervisedService;
  postgresLink: TcpProxy;
  redisLink: TcpProxy | null;
}

interface DeploymentOptions {
  directory: string;
  instances: number;
  reps: number;
  seed: number;
  onEndedByItself: (text: string) => void;
  /** Connects clients with instances, instead of forwarding everything. */
  frontWire?: Wire | undefined;
}

/** The clocks of the hosts differ: what instances compare must be times of PostgreSQL, Redis or a monotonic clock. */
const clockDifferencesMs = [0, 40_000, -40_000];

/** Node's option that moves the clock of a process. */
function withClock(differenceMs: number): string {
  const code = `
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...values) { super(...(values.length === 0 ? [Real.now() + ${differenceMs}] : values)); }
      static now() { return Real.now() + ${differenceMs}; }
      static [Symbol.hasInstance](value) { return value instanceof Real; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** Everything that faults can affect: PostgreSQL, Redis, the services, and the links from the services to the other two. */
export class Deployment {
  readonly postgres: PostgresProcess;
  readonly redis: RedisProcess;
  readonly baseData: BaseData;
  readonly callEvents: Member[] = [];
  #recommender: Member | null = null;

  private constructor(postgres: PostgresProcess, redis: RedisProcess, baseData: BaseData) {
    this.postgres = postgres;
    this.redis = redis;
    this.baseData = baseData;
  }

  static async create(options: DeploymentOptions): Promise<Deployment> {
    const { directory, reps, seed } = options;
    const postgres = await PostgresProcess.start(directory);
    const redis = await RedisProcess.reserve();
    await redis.start();
    const baseData = await createBaseData({ databaseUrl: postgres.url, directory, reps, seed });
    const deployment = new Deployment(postgres, redis, baseData);
    try {
      await deployment.#startServices(options);
    } catch (error) {
      await deployment.stop();
      throw error;
    }
    return deployment;
  }

  get recommender(): SupervisedService {
    return this.#member('recommender').service;
  }

  /** The process ids of the services and of Redis. */
  get pids(): number[] {
    const members = [...this.callEvents.map(({ service }) => service.pid), this.recommender.pid, this.redis.pid];
    return members.filter((pid) => pid !== null);
  }

  get urls(): string[] {
    return this.callEvents.map(({ service }) => service.url);
  }

  linkOf({ instance, to }: Extract<FaultTarget, { kind: 'link' }>): TcpProxy {
    const { postgresLink, redisLink } = this.#member(instance);
    return to === 'redis' && redisLink ? redisLink : postgresLink;
  }

  serviceOf(target: Extract<FaultTarget, { kind: 'service' | 'recommender' }>): SupervisedService {
    return this.#member(target.kind === 'service' ? target.instance : 'recommender').service;
  }

  async stop(): Promise<void> {
    const members = this.#recommender ? [...this.callEvents, this.#recommender] : this.callEvents;
    await Promise.all(members.map(({ service }) => service.stop()));
    await Promise.all(
      members.flatMap(({ service, postgresLink, redisLink }) => [
        service.front.close(),
        postgresLink.close(),
        redisLink?.close(),
      ]),
    );
    await this.redis.kill();
    await this.postgres.stop();
  }

  #member(instance: number | 'recommender'): Member {
    const member = instance === 'recommender' ? this.#recommender : this.callEvents[instance - 1];
    if (!member) throw new Error(`there is no service ${instance}`);
    return member;
  }

  async #startServices({ directory, instances, onEndedByItself, frontWire }: DeploymentOptions): Promise<void> {
    const { brand, sessionSecret } = this.baseData;
    for (let instance = 1; instance <= instances; instance += 1) {
      const links = {
        postgresLink: await TcpProxy.start(this.postgres.port),
        redisLink: await TcpProxy.start(this.redis.port),
      };
      const service = new SupervisedService({
        name: `call-events-${instance}`,
        program: builtService('call-events'),
        settings: {
          DATABASE_URL: links.postgresLink.urlOf(this.postgres.url),
          REDIS_URL: `redis://127.0.0.1:${links.redisLink.port}`,
          SESSION_SECRET: sessionSecret,
          NODE_OPTIONS: withClock(clockDifferencesMs[(instance - 1) % clockDifferencesMs.length] ?? 0),
          // So short that sessions without a producer end within the quiet time.
          TRANSCRIPTION_LEASE_SECONDS: '3',
          TRANSCRIPTION_ORPHAN_SECONDS: '2',
        },
        logDirectory: directory,
        front: await TcpProxy.start(null, frontWire),
        onEndedByItself,
      });
      this.callEvents.push({ service, ...links });
    }
    const postgresLink = await TcpProxy.start(this.postgres.port);
    const service = new SupervisedService({
      name: 'recommender',
      program: builtService('recommender'),
      settings: {
        DATABASE_URL: postgresLink.urlOf(this.postgres.url),
        BRAND: brand,
        ARTIFACT_DIR: path.join(directory, 'artifacts'),
      },
      logDirectory: directory,
      front: await TcpProxy.start(null),
      onEndedByItself,
    });
    this.#recommender = { service, postgresLink, redisLink: null };
    await Promise.all([...this.callEvents, this.#recommender].map((member) => member.service.start()));
  }
}
