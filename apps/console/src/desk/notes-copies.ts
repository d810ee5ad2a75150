// Copies of notes on the device that the service does not have yet. They remain after a reload and after the tab is closed.

import { dispositionSchema } from '@callside/schemas';
import { z } from 'zod';
import type { LocalCopy } from './notes-draft.ts';

const copySchema = z.object({
  note: z.string(),
  disposition: dispositionSchema.nullable(),
  fromSale: z.boolean().default(false),
  version: z.int(),
});

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefix = 'callside.notes';

export interface CopyPlace {
  store: Store;
  userId: string;
}

const keyOf = (userId: string, reference: string) => `${prefix}.${userId}.${reference}`;

export function readCopy({ store, userId }: CopyPlace, reference: string): LocalCopy | null {
  try {
    const read = copySchema.safeParse(JSON.parse(store.getItem(keyOf(userId, reference)) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** null: the service has everything. A full or forbidden storage causes no error. */
export function keepCopy({ store, userId }: CopyPlace, reference: string, copy: LocalCopy | null): void {
  try {
    if (copy === null) store.removeItem(keyOf(userId, reference));
    else store.setItem(keyOf(userId, reference), JSON.stringify(copy));
  } catch {
    // The page keeps trying to save.
  }
}

/** The calls that the device has copies of. */
export function copiedCalls({ store, userId }: CopyPlace): string[] {
  const start = keyOf(userId, '');
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
}
