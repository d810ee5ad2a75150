import { appendToAuditLog } from '@callside/auth';
import { type PrismaClient, readBrandWords, setBrandWord } from '@callside/database';
import { mostWords, type WordTexts, type WordView, wordInAudit, wordView } from '@callside/schemas';
import type { ActingOwner } from '../acting-owner.ts';

/** What brands say for the words of their shops. */
export class WordStore {
  readonly #prisma: PrismaClient;

  constructor({ prisma }: { prisma: PrismaClient }) {
    this.#prisma = prisma;
  }

  async list(brandId: string): Promise<WordView[]> {
    const words = await readBrandWords(this.#prisma, brandId);
    return Object.entries(words).map(([word, texts]) => wordView(word, texts));
  }

  set({ brandId, ...owner }: ActingOwner, word: string, texts: WordTexts | null): Promise<boolean | 'full'> {
    return this.#prisma.$transaction(async (transaction) => {
      const changed = await setBrandWord(transaction, brandId, { word, texts, most: mostWords });
      if (changed === true) {
        const detail = { words: [wordInAudit(word, texts)] };
        const entry = { brandId, ...owner, action: 'brand.set', subject: brandId, detail } as const;
        await appendToAuditLog(transaction, entry);
      }
      return changed;
    });
  }
}
