// Messages between the pages of a browser about the session that all of them share.

import { broadcastChannel } from '@callside/client';

const news = ['signed in', 'signed out'] as const;
export type SessionNews = (typeof news)[number];

/** One for the page: a channel does not receive its own messages. */
const channel = broadcastChannel('callside.session');

export function tellOtherPages(message: SessionNews): void {
  channel.post(message);
}

/** There is one listener. Returns a function that stops listening. */
export function onSessionNews(listener: (message: SessionNews) => void): () => void {
  channel.listen((data) => {
    const message = news.find((known) => known === data);
    if (message !== undefined) listener(message);
  });
  return () => channel.listen(() => {});
}
