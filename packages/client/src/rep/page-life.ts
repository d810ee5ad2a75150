/** The life of the page that a tab shows. */
export interface PageLife {
  isOnline: () => boolean;
  /** Tells when the page is looked at again and may have slept, and when the network comes or goes. Returns how to stop. */
  listen: (listeners: { onWake: () => void; onNetworkChange: () => void }) => () => void;
}

/** The part of a browser's window that is used here; a Node program has no page and none of it. */
interface Window extends EventTarget {
  document?: EventTarget & { visibilityState: string };
  navigator?: { onLine?: boolean };
}

/** The life of the browser page that this runs in; where there is none, of a program that never sleeps. */
export function createPageLife(window: Window = globalThis as unknown as Window): PageLife {
  const { document, navigator } = window;
  if (document === undefined) return { isOnline: () => true, listen: () => () => {} };
  return {
    isOnline: () => navigator?.onLine !== false,
    listen: ({ onWake, onNetworkChange }) => {
      const abort = new AbortController();
      const { signal } = abort;
      const onVisible = () => {
        if (document.visibilityState === 'visible') onWake();
      };
      document.addEventListener('visibilitychange', onVisible, { signal });
      window.addEventListener('pageshow', onWake, { signal });
      window.addEventListener('online', onNetworkChange, { signal });
      window.addEventListener('offline', onNetworkChange, { signal });
      return () => abort.abort();
    },
  };
}
