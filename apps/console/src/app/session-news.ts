// Messages between the pages of a browser about the session that all of them share.

const channelName = 'callside.session';
const news = ['signed in', 'signed out'] as const;
export type SessionNews = (typeof news)[number];

export function tellOtherPages(message: SessionNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Returns a function that stops listening. */
export function onSessionNews(listener: (message: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const message = news.find((known) => known === data);
    if (message !== undefined) listener(message);
  };
  return () => channel.close();
}
