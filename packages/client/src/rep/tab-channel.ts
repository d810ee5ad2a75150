/** Carries messages between the tabs of one rep in one browser: all other tabs receive what one tab posts. */
export interface TabChannel {
  post: (message: unknown) => void;
  listen: (onMessage: (message: unknown) => void) => void;
  close: () => void;
}

/** The channel of that name; null outside of a page, where there are no other tabs. */
export function openTabChannel(name: string | null): TabChannel | null {
  return name === null || !('document' in globalThis) ? null : broadcastChannel(name);
}

/** Where the browser forbids messages between tabs, the tab is alone: Firefox does in a cross-site frame if it blocks its cookies. */
export function broadcastChannel(name: string): TabChannel {
  const channel = allowedChannel(name);
  return {
    post: (message) => channel?.postMessage(message),
    listen: (onMessage) => {
      if (channel !== null) channel.onmessage = ({ data }: { data: unknown }) => onMessage(data);
    },
    close: () => channel?.close(),
  };
}

function allowedChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * The same name for all tabs of one rep, each with its own token; null for an invalid token. The token is not verified, because
 * only pages of the same origin can use the channel.
 */
export function tabChannelName({ token, baseUrl }: { token: string; baseUrl: string }): string | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const { brand_id, sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof brand_id !== 'string' || typeof sub !== 'string') return null;
    return JSON.stringify(['callside.rep', baseUrl, brand_id, sub]);
  } catch {
    return null;
  }
}
