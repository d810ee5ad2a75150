// Where a plus sign was, of which a form or a query makes a space if its sender did not encode it.

/** Before a number, also one in a URI. */
export const plusOfNumber = /(?<=^|[:<]) (?=\d)/;
/** Shorter ones are extensions. */
export const plusOfAgent = /^ (?=\d{7,15}$)/;
