/** Visibility and network state of the page that shows a tab. */
export interface PageLife {
  isOnline: () => boolean;
  /** Reports when the page becomes visible and may have slept, and when the network changes. Returns a function that stops it. */
  listen: (listeners: { onWake: () => void; onNetworkChange: () => void }) => () => void;
}

/** The part of a browser's window that is used here. A Node program has none of it. */
interface Window extends EventTarget {
  document?: EventTarget & { visibilityState: string };
  navigator?: { onLine?: boolean };
}

/** The state of the browser page that this code runs in; without a page, of a program that is always visible and online. */
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
