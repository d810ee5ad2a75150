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

/** Each resolves to whether the user wants to sign out, although that would lose something. */
const questions = new Set<() => Promise<boolean>>();

/** Returns a function that removes `ask` again. */
export function askBeforeSignOut(ask: () => Promise<boolean>): () => void {
  questions.add(ask);
  return () => questions.delete(ask);
}

export async function maySignOut(): Promise<boolean> {
  const answers = await Promise.all([...questions].map((ask) => ask()));
  return !answers.includes(false);
}
