import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultTarget } from '../history/history.ts';
import type { Ground } from './ground.ts';
import { layGround } from './ground.ts';
import { Link, type Wire } from './link.ts';
import { PostgresServer } from './postgres-server.ts';
import { RedisServer } from './redis-server.ts';
import { ServiceProcess } from './service-process.ts';

interface Member {
  service: ServiceProcess;
  postgresLink: Link;
  redisLink: Link | null;
}

interface WorldOptions {
  directory: string;
  instances: number;
  reps: number;
  seed: number;
  onEndedByItself: (text: string) => void;
  /** Connects clients with instances, instead of forwarding everything. */
  frontWire?: Wire | undefined;
}

const programOf = (app: string) => fileURLToPath(new URL(`../../../../apps/${app}/dist/main.js`, import.meta.url));

/** Everything that faults can affect: PostgreSQL, Redis, the services, and the links from the services to the other two. */
export class World {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  readonly ground: Ground;
  readonly callEvents: Member[] = [];
  #recommender: Member | null = null;

  private constructor(postgres: PostgresServer, redis: RedisServer, ground: Ground) {
    this.postgres = postgres;
    this.redis = redis;
    this.ground = ground;
  }

  static async create(options: WorldOptions): Promise<World> {
    const { directory, reps, seed } = options;
    const postgres = await PostgresServer.start(directory);
    const redis = await RedisServer.start(directory);
    const ground = await layGround({ databaseUrl: postgres.url, directory, reps, seed });
    const world = new World(postgres, redis, ground);
    try {
      await world.#startServices(options);
    } catch (error) {
      await world.stop();
      throw error;
    }
    return world;
  }

  get recommender(): ServiceProcess {
    return this.#member('recommender').service;
  }

  /** Of the services and of Redis. */
  get pids(): number[] {
    const members = [...this.callEvents.map(({ service }) => service.pid), this.recommender.pid, this.redis.pid];
    return members.filter((pid) => pid !== null);
  }

  get urls(): string[] {
    return this.callEvents.map(({ service }) => service.url);
  }

  linkOf({ instance, to }: Extract<FaultTarget, { kind: 'link' }>): Link {
    const { postgresLink, redisLink } = this.#member(instance);
    return to === 'redis' && redisLink ? redisLink : postgresLink;
  }

  serviceOf(target: Extract<FaultTarget, { kind: 'service' | 'recommender' }>): ServiceProcess {
    return this.#member(target.kind === 'service' ? target.instance : 'recommender').service;
  }

  async stop(): Promise<void> {
    this.redis.signal('SIGCONT');
    const members = this.#recommender ? [...this.callEvents, this.#recommender] : this.callEvents;
    await Promise.all(members.map(({ service }) => service.stop()));
    await Promise.all(
      members.flatMap(({ service, postgresLink, redisLink }) => [
        service.front.close(),
        postgresLink.close(),
        redisLink?.close(),
      ]),
    );
    await this.redis.stop();
    await this.postgres.stop();
  }

  #member(instance: number | 'recommender'): Member {
    const member = instance === 'recommender' ? this.#recommender : this.callEvents[instance - 1];
    if (!member) throw new Error(`there is no service ${instance}`);
    return member;
  }

  async #startServices({ directory, instances, onEndedByItself, frontWire }: WorldOptions): Promise<void> {
    const { brand, sessionSecret } = this.ground;
    for (let instance = 1; instance <= instances; instance += 1) {
      const links = { postgresLink: await this.#postgresLink(), redisLink: await Link.start() };
      links.redisLink.leadTo(this.redis.port);
      const service = new ServiceProcess({
        name: `call-events-${instance}`,
        program: programOf('call-events'),
        settings: {
          DATABASE_URL: this.#databaseUrl(links.postgresLink),
          REDIS_URL: `redis://127.0.0.1:${links.redisLink.port}`,
          SESSION_SECRET: sessionSecret,
        },
        logDirectory: directory,
        front: await Link.start({ wire: frontWire }),
        onEndedByItself,
      });
      this.callEvents.push({ service, ...links });
    }
    const postgresLink = await this.#postgresLink();
    const service = new ServiceProcess({
      name: 'recommender',
      program: programOf('recommender'),
      settings: {
        DATABASE_URL: this.#databaseUrl(postgresLink),
        BRAND: brand,
        ARTIFACT_DIR: path.join(directory, 'artifacts'),
      },
      logDirectory: directory,
      front: await Link.start(),
      onEndedByItself,
    });
    this.#recommender = { service, postgresLink, redisLink: null };
    await Promise.all([...this.callEvents, this.#recommender].map((member) => member.service.start()));
  }

  async #postgresLink(): Promise<Link> {
    const link = await Link.start();
    link.leadTo(this.postgres.port);
    return link;
  }

  #databaseUrl({ port }: Link): string {
    const url = new URL(this.postgres.url);
    url.port = String(port);
    return url.href;
  }
}
