/** The room of all of a rep's sockets in a namespace. Its name comes from the authenticated user, never from a client. */
export function roomOf(userId: string): string {
  return `rep:${userId}`;
}
