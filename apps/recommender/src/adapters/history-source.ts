import type { HistoryOnFile } from '../use-cases/recommend-offers.ts';

interface HistorySourceOptions {
  find: (phone: string) => Promise<HistoryOnFile>;
  onFailure: (error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** No customer has this number. */
const nobodysNumber = '0000000000';
const rememberedMs = 60_000;

/** Looks histories up. When one cannot be read in time, the request is answered without it. */
export function createHistorySource({ find, onFailure, now = () => performance.now() }: HistorySourceOptions) {
  let failedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Null when it cannot be read in time. */
    async find(phone: string): Promise<HistoryOnFile | null> {
      try {
        const history = await find(phone);
        failedAt = Number.NEGATIVE_INFINITY;
        return history;
      } catch (error) {
        failedAt = now();
        onFailure(error);
        return null;
      }
    },

    /** Whether look-ups work: the last one did not fail within the past minute, and one succeeds now. Never rejects. */
    async isAvailable(): Promise<boolean> {
      if (now() - failedAt < rememberedMs) return false;
      return find(nobodysNumber).then(
        () => true,
        () => false,
      );
    },
  };
}
