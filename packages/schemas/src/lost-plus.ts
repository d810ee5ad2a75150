// Where a plus sign was, of which a form or a query makes a space if its sender did not encode it.

/** Before a number; in a URI only before a whole one, because people put a space after a colon. */
export const plusOfNumber = /^ (?=\d)|(?<=[:<]) (?=[1-9]\d{6,14}(?:$|[>@;]))/;
/** Shorter ones are extensions. */
export const plusOfAgent = /^ (?=\d{7,15}$)/;
