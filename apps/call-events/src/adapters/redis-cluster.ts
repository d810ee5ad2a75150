import { setTimeout as pause } from 'node:timers/promises';
import type { Logger, Metrics } from '@callside/service-kit';
import { createAdapter } from '@socket.io/redis-adapter';
import { ErrorReply } from 'redis';
import { connectCommands, connectSubscriptions } from './redis-connection.ts';

interface Dependencies {
  url: string;
  /** Prefix of the channel names; deployments that share a Redis must differ in it. */
  channelPrefix: string;
  logger: Logger;
  metrics: Pick<Metrics, 'counter'>;
}

const subscribeAgainAfterMs = 500;

/**
 * Connects the instances: Socket.IO's adapter on two Redis connections. Redis may be unavailable at any time: a publish then
 * fails at once and is counted. While Redis hangs, publishes wait until their connection is closed, and the subscriber notices it by its
 * pings. Starts without waiting for Redis.
 */
export function createRedisCluster({ url, channelPrefix, logger, metrics }: Dependencies) {
  const lost = metrics.counter(
    'relay_lost_publishes_total',
    'Announcements to other servers that Redis did not accept.',
  );
  const publisher = connectCommands({ url, role: 'publisher', logger });
  const subscriber = connectSubscriptions({ url, role: 'subscriber', logger });

  let isClosed = false;
  let onSubscribed = () => {};
  let publishesLost = 0;
  let firstLossAt: number | null = null;
  const countLoss = () => {
    lost.inc();
    publishesLost += 1;
    firstLossAt ??= performance.now();
  };
  /** What a Redis that answers refuses: a replica, a full memory, a user without rights. */
  const refused = new Set<object>();
  const noteRefused = (command: object, error: unknown) => {
    // Another error is one of the connection, which is reported as such.
    if (!(error instanceof ErrorReply)) return;
    if (refused.size === 0) logger.warn({ err: error }, 'Redis refuses commands');
    refused.add(command);
  };
  const noteAccepted = (command: object) => {
    if (refused.delete(command) && refused.size === 0) logger.info('Redis accepts all commands again');
  };
  /** The client restores only subscriptions that Redis has answered, and the adapter subscribes once. */
  const subscribe = async (attempt: () => Promise<unknown>) => {
    for (let attempts = 1; !isClosed; attempts += 1) {
      try {
        await attempt();
        noteAccepted(attempt);
        if (attempts > 1) onSubscribed();
        return;
      } catch (error) {
        noteRefused(attempt, error);
        await pause(subscribeAgainAfterMs, undefined, { ref: false });
      }
    }
  };
  // Neither changes anything: the key does not exist, and nobody listens to the channel.
  const probes = [
    () => publisher.set(`${channelPrefix}:lease:probe`, '', { condition: 'XX', expiration: { type: 'PX', value: 1 } }),
    () => publisher.publish(`${channelPrefix}#probe`, ''),
  ];
  // The adapter does not await these; a rejection would be unhandled. Without a queue, commands do not wait, so a timeout of the
  // client has no effect and would cost a timer for each command.
  const publishing = running(publisher.withCommandOptions({ timeout: 0 }), ['publish'], (publish) =>
    publish().catch(countLoss),
  );
  const subscribing = running(
    running(subscriber, ['subscribe', 'pSubscribe'], subscribe),
    ['unsubscribe', 'pUnsubscribe'],
    (unsubscribe) => unsubscribe().catch(() => {}),
  );

  return {
    socketAdapter: withoutOwnAnnouncements(createAdapter(publishing, subscribing, { key: channelPrefix })),

    isUp: () => publisher.isReady && subscriber.isReady && refused.size === 0,

    /** Must be called every second: asks Redis whether it accepts leases and announcements. */
    async probe(): Promise<void> {
      for (const probe of probes) {
        await probe().then(
          () => noteAccepted(probe),
          (error: unknown) => noteRefused(probe, error),
        );
      }
    },

    /** Counts a message that could not be passed to Redis at all. */
    noteLoss: countLoss,

    /**
     * The seconds since the first failed publish, if any has failed since the last call: the other instances do not know what they missed.
     * null: none has failed, so the report after the last call was published.
     */
    takeLoss(): number | null {
      if (publishesLost === 0) firstLossAt = null;
      publishesLost = 0;
      return firstLossAt === null ? null : (performance.now() - firstLossAt) / 1_000;
    },

    /** Calls back on every subscription, also after a reconnect: earlier messages were missed. */
    onSubscribed(callback: () => void): void {
      onSubscribed = callback;
      subscriber.on('ready', callback);
    },

    close(): void {
      isClosed = true;
      publisher.destroy();
      subscriber.destroy();
    },
  };
}

type CreateAdapter = ReturnType<typeof createAdapter>;

/** The method that the adapter calls for each message of a server. Its types declare it private. */
interface ReceivingAdapter {
  readonly uid: string;
  onrequest(channel: string, message: Buffer): Promise<void>;
}

/**
 * The adapter also parses its own messages, and then drops them by their `uid`. For announcements, the most frequent and largest
 * messages, this function drops them by their first bytes, before they are parsed.
 */
function withoutOwnAnnouncements(create: CreateAdapter): CreateAdapter {
  // Socket.IO calls it with `new`.
  return function createAdapterOf(namespace: Parameters<CreateAdapter>[0]) {
    const adapter = create(namespace);
    const receiving = adapter as unknown as ReceivingAdapter;
    const ownStart = Buffer.from(`{"uid":"${receiving.uid}","type":${serverSideEmit},`);
    const receive = receiving.onrequest.bind(adapter);
    receiving.onrequest = async (channel, message) => {
      if (!message.subarray(0, ownStart.length).equals(ownStart)) await receive(channel, message);
    };
    return adapter;
  };
}

/** The adapter's number for a message that `serverSideEmit` sent. */
const serverSideEmit = 6;

/** The client, with commands that `run` runs. */
function running<Client extends object>(
  client: Client,
  commands: string[],
  run: (command: () => Promise<unknown>) => Promise<unknown>,
): Client {
  return new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target);
      if (typeof property !== 'string' || !commands.includes(property)) return method;
      return (...args: unknown[]): Promise<unknown> => run(async () => method(...args));
    },
  });
}
