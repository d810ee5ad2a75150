import type { EventSender } from './event-sender.ts';
import type { RecommenderCaller } from './recommender-caller.ts';
import type { Listener } from './sockets.ts';

/** What a check cannot do without. */
export const needTexts = {
  tab: 'give --token with a token of the agent for tabs',
  companion: 'give --token with a token of the agent for companions',
  reads: 'give --token with a token of the agent for the API, and --brand',
  recommender: 'give --recommender-url and --recommender-key',
} as const;
export type Need = keyof typeof needTexts;

/** The installation, as the checks see it. */
export interface Site {
  run: string;
  key: string;
  startedAt: Date;
  events: EventSender;
  /** A new one; it is closed after the check. */
  tab: () => Promise<Listener>;
  companion: () => Promise<Listener>;
  /** A path below the brand's segment, such as `/chats`. */
  read: (path: string) => Promise<unknown>;
  /** The status of such a path with the webhook key. */
  statusWithKey: (path: string) => Promise<number>;
  recommender: RecommenderCaller;
}

/** Begins and ends without a live call. Throws NotKept or CannotCheck. */
export interface Check {
  name: string;
  needs?: readonly Need[];
  run: (site: Site) => Promise<unknown>;
}
