import { getHeapStatistics } from 'node:v8';

/** What one request has taken of a budget. */
export interface BodyClaim {
  /** Whether there is room for so many bytes more; if so they are taken. */
  grow: (bytes: number) => boolean;
  /** The body is here whole. */
  arrived: () => void;
  /** Gives everything back; a second time changes nothing. */
  release: () => void;
}

export interface BodyBudget {
  open: () => BodyClaim;
  /** Bodies that have arrived whole and whose requests are not answered: what the service has to do. */
  readonly inFlight: number;
}

interface Options {
  /** Of the first bytes of all bodies. */
  smallBytes?: number;
  /** Of what bodies have beyond that. */
  largeBytes?: number;
}

/** What nearly every webhook is smaller than. */
const firstBytes = 16 * 1024;
const mostBytes = 64 * 1024 * 1024;

/** A body is held some times over while it is read and written. */
function shareOfHeap(): number {
  return Math.min(mostBytes, Math.floor(getHeapStatistics().heap_size_limit / 8));
}

/**
 * How many bytes of bodies a process holds at once. The first 16 KiB of each count apart from the rest: a few senders of
 * large bodies leave room for the small ones of everybody else.
 */
export function createBodyBudget({ smallBytes = shareOfHeap(), largeBytes = shareOfHeap() }: Options = {}): BodyBudget {
  let small = 0;
  let large = 0;
  let inFlight = 0;

  return {
    open: () => {
      let held = 0;
      let isOpen = true;
      let isWhole = false;
      return {
        grow: (bytes) => {
          const inFirst = Math.min(bytes, Math.max(0, firstBytes - held));
          const beyond = bytes - inFirst;
          if (!isOpen || small + inFirst > smallBytes || (beyond > 0 && large + beyond > largeBytes)) return false;
          small += inFirst;
          large += beyond;
          held += bytes;
          return true;
        },
        arrived: () => {
          if (isOpen && !isWhole) inFlight += 1;
          isWhole = true;
        },
        release: () => {
          if (!isOpen) return;
          isOpen = false;
          if (isWhole) inFlight -= 1;
          small -= Math.min(held, firstBytes);
          large -= Math.max(0, held - firstBytes);
        },
      };
    },
    get inFlight() {
      return inFlight;
    },
  };
}
