// An end that a start caused has the position of the start and comes before it. A recording state that is delivered again has none.

import type { CallEventMessage } from '@callside/schemas';

/** Whether a tab at `known` has the event already; null: it has no state yet. */
export function isRepeated(known: number | null, { position }: CallEventMessage): boolean {
  return known !== null && position !== undefined && position <= known;
}

/** Where a tab at `known` stands after the event. */
export function positionAfter(known: number | null, { position, end_reason }: CallEventMessage): number | null {
  return position === undefined || end_reason === 'superseded' ? known : position;
}
