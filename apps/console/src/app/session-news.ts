// What the pages of a browser tell each other about the session, which is the same for all of them.

const channelName = 'callside.session';
const news = ['signed in', 'signed out'] as const;
export type SessionNews = (typeof news)[number];

export function tellOtherPages(message: SessionNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Returns how to stop. */
export function onSessionNews(listener: (message: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const message = news.find((known) => known === data);
    if (message !== undefined) listener(message);
  };
  return () => channel.close();
}
