// Messages between the pages of a browser about the session that all of them share.

const news = ['signed in', 'signed out'] as const;
export type SessionNews = (typeof news)[number];

/** One for the page: a channel does not receive its own messages. */
const channel = allowedChannel();

export function tellOtherPages(message: SessionNews): void {
  channel?.postMessage(message);
}

/** There is one listener. Returns a function that stops listening. */
export function onSessionNews(listener: (message: SessionNews) => void): () => void {
  if (channel === null) return () => {};
  channel.onmessage = ({ data }: { data: unknown }) => {
    const message = news.find((known) => known === data);
    if (message !== undefined) listener(message);
  };
  return () => {
    channel.onmessage = null;
  };
}

/** null where the browser forbids messages between pages: Firefox does in a cross-site frame if it blocks its cookies. */
function allowedChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('callside.session');
  } catch {
    return null;
  }
}
