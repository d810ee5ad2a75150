export interface PageLife {
  isOnline: () => boolean;
  /** Tells when the page is looked at again and may have slept, and when the network comes or goes. Returns how to stop. */
  listen: (listeners: { onWake: () => void; onNetworkChange: () => void }) => () => void;
}

/** The life of the browser page that this runs in. */
export function createPageLife(): PageLife {
  return {
    isOnline: () => navigator.onLine,
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
