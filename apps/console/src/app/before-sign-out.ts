const waitAtMostMs = 3_000;

/** Each sends what the service must have before the session ends, such as a note that a rep has just typed. None rejects. */
const sending = new Set<() => Promise<void>>();

/** Returns a function that removes `send` again. */
export function beforeSignOut(send: () => Promise<void>): () => void {
  sending.add(send);
  return () => sending.delete(send);
}

/** Resolves when all is sent. A slow connection does not keep a person signed in. */
export async function sendBeforeSignOut(): Promise<void> {
  const sent = Promise.all([...sending].map((send) => send()));
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, waitAtMostMs))]);
}
