// Messages between the pages of a browser about the session that all of them share.

const news = ['signed in', 'signed out'] as const;
export type SessionNews = (typeof news)[number];

let opened: BroadcastChannel | null = null;

/**
 * One for the page: a channel does not receive its own messages. Opened when it is needed, because some browsers forbid it in a
 * cross-site frame.
 */
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel('callside.session');
  return opened;
}

export function tellOtherPages(message: SessionNews): void {
  channel().postMessage(message);
}

/** Returns a function that stops listening. */
export function onSessionNews(listener: (message: SessionNews) => void): () => void {
  const receive = ({ data }: MessageEvent) => {
    const message = news.find((known) => known === data);
    if (message !== undefined) listener(message);
  };
  channel().addEventListener('message', receive);
  return () => channel().removeEventListener('message', receive);
}
