import type { HistoryLine } from './history.ts';

interface Moment {
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly resting?: { readonly justBoughtDays: number } | undefined;
}

interface Conversation {
  /** Catalogue indices. */
  readonly anchors: readonly number[];
  readonly history: readonly HistoryLine[];
}

/** Whether the line is of the last days, about which the customer may call. An order may have the date of tomorrow in another time zone. */
export function isJustBought({ day }: HistoryLine, { today, resting }: Moment): boolean {
  if (resting === undefined || resting.justBoughtDays === 0 || day === null) return false;
  return today - day >= -1 && today - day <= resting.justBoughtDays;
}

/**
 * What the conversation is about and what came before it: products that were just bought are anchors, after those that are being bought,
 * the newest first. The model learns from such moments: its tasks have an anchor of the day and the history before it.
 */
export function conversationOf({ anchors, history, ...moment }: Conversation & Moment): Conversation {
  const recent = history.filter((line) => isJustBought(line, moment));
  if (recent.length === 0) return { anchors, history };
  const newest = recent.toSorted((one, other) => (other.day ?? 0) - (one.day ?? 0)).flatMap(({ item }) => item ?? []);
  return {
    anchors: [...new Set([...anchors, ...newest])],
    history: history.filter((line) => !isJustBought(line, moment)),
  };
}
