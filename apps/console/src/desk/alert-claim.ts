// One alert of each kind for a new call, however many tabs of the rep are open. The tab that claims the call gives the alert.

type Store = Pick<Storage, 'getItem' | 'setItem'>;

interface Locks {
  request: (name: string, work: () => Promise<boolean>) => Promise<boolean>;
}

export interface ClaimPlace {
  store: Store;
  /** null: the page is not a secure context, so the browser has none. */
  locks: Locks | null;
  userId: string;
  /** Claimed separately: a tab may be able to give only one of them. */
  kind: 'sound' | 'notification';
  /** Of this tab. */
  tabId: string;
  /** Resolves after other tabs had time to write their claim. */
  settle: () => Promise<void>;
}

/** Whether this tab gives the alert for the call. At most one tab gets true; a call is never claimed twice. */
export async function claimAlert(
  { store, locks, userId, kind, tabId, settle }: ClaimPlace,
  reference: string,
): Promise<boolean> {
  const key = `callside.alert.${kind}.${userId}`;
  const isClaimed = () => store.getItem(key)?.startsWith(`${reference} `) === true;
  const claim = `${reference} ${tabId}`;
  if (locks !== null) {
    return locks.request(key, async () => {
      if (isClaimed()) return false;
      store.setItem(key, claim);
      return true;
    });
  }
  if (isClaimed()) return false;
  store.setItem(key, claim);
  // The last tab that wrote wins.
  await settle();
  return store.getItem(key) === claim;
}
