import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@callside/service-kit';
import { createAdapter } from '@socket.io/redis-adapter';
import { ErrorReply } from 'redis';
import { connectCommands, connectSubscriptions } from '../redis-connection.ts';

interface Dependencies {
  url: string;
  /** Prefix of the channel names; deployments that share a Redis must differ in it. */
  channelPrefix: string;
  logger: Logger;
}

const subscribeAgainAfterMs = 500;

type Publisher = ReturnType<typeof connectCommands>['client'];
type Subscriber = ReturnType<typeof connectSubscriptions>['client'];

/**
 * Connects the instances: Socket.IO's adapter on two Redis connections. Redis is only speed: a message that is lost is found in the log
 * within a second. Starts without waiting for Redis.
 */
export function createCluster({ url, channelPrefix, logger }: Dependencies) {
  const publishing = connectCommands({ url, role: 'publisher', logger });
  const subscriptions = connectSubscriptions({ url, role: 'subscriber', logger });
  const subscriber = subscriptions.client;
  let isClosed = false;
  /** A Redis that answers may refuse: a replica, a user without rights. */
  let isRefused = false;

  const noteRefused = (error: unknown) => {
    // Another error is one of the connection, which is logged as such.
    if (!(error instanceof ErrorReply) || isRefused) return;
    isRefused = true;
    logger.warn({ err: error }, 'Redis refuses commands');
  };
  const noteAccepted = () => {
    if (isRefused) logger.info('Redis accepts commands again');
    isRefused = false;
  };
  /** The client restores only subscriptions that Redis has answered, and the adapter subscribes once. */
  const untilAccepted = async (subscribe: () => Promise<unknown>) => {
    while (!isClosed) {
      try {
        await subscribe();
        noteAccepted();
        return;
      } catch (error) {
        noteRefused(error);
        await pause(subscribeAgainAfterMs, undefined, { ref: false });
      }
    }
  };

  // What the adapter calls. It awaits none of it, so a rejection would be unhandled. Without a queue, commands do not wait: a timeout of
  // the client has no effect and would cost a timer for each command.
  const commands = publishing.client.withCommandOptions({ timeout: 0 });
  const client = {
    publish: (...args: Parameters<Publisher['publish']>) => commands.publish(...args).then(noteAccepted, noteRefused),
    subscribe: (...args: Parameters<Subscriber['subscribe']>) => untilAccepted(() => subscriber.subscribe(...args)),
    pSubscribe: (...args: Parameters<Subscriber['pSubscribe']>) => untilAccepted(() => subscriber.pSubscribe(...args)),
    unsubscribe: (...args: Parameters<Subscriber['unsubscribe']>) => subscriber.unsubscribe(...args).catch(() => {}),
    pUnsubscribe: (...args: Parameters<Subscriber['pUnsubscribe']>) => subscriber.pUnsubscribe(...args).catch(() => {}),
    // The connections have listeners of their own.
    on: () => {},
    off: () => {},
  };

  return {
    socketAdapter: createAdapter(client, client, { key: channelPrefix }),

    isUp: () => publishing.isUp() && subscriptions.isUp() && !isRefused,

    close(): void {
      isClosed = true;
      publishing.close();
      subscriptions.close();
    },
  };
}
