const prefix = 'rep:';

/** The room of all of a rep's sockets in a namespace. Its name comes from the authenticated user, never from a client. */
export function roomOf(userId: string): string {
  return prefix + userId;
}

/** The rep whose room it is; null for other rooms, such as the one that every socket has of its own. */
export function repOfRoom(room: string): string | null {
  return room.startsWith(prefix) ? room.slice(prefix.length) : null;
}
