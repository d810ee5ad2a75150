import { getHeapStatistics } from 'node:v8';

/** The share of a budget that one request uses. */
export interface BodyClaim {
  /** Takes more bytes; false when there is no room for them. */
  grow: (bytes: number) => boolean;
  /** Call it when the whole body has arrived. */
  arrived: () => void;
  /** Returns everything; a second call changes nothing. */
  release: () => void;
}

export interface BodyBudget {
  open: () => BodyClaim;
  /** Number of bodies that have arrived completely and whose requests are not answered yet. */
  readonly inFlight: number;
}

interface Options {
  /** Budget for the first bytes of all bodies. */
  smallBytes?: number;
  /** Budget for the bytes beyond these. */
  largeBytes?: number;
}

/** Nearly every webhook is smaller. */
const firstBytes = 16 * 1024;
const mostBytes = 64 * 1024 * 1024;

/** Of the heap that the started service leaves: a body uses several times its size while it is read and written. */
function shareOfHeap(): number {
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  return Math.min(mostBytes, Math.floor((limit - used) / 16));
}

/**
 * Limits the bytes of bodies that a process holds at once. The first 16 KiB of each body have a separate budget, so that a few
 * large bodies leave room for small ones.
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
