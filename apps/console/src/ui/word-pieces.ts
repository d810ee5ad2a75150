/** Shorter words fit into a column as they are. */
const longest = 24;
const afterSign = /(?<=[@._/:-])(?=[^@._/:-])/;

/** The pieces of a text between which a line may end: its words with the space after them, and the parts of a long word. */
export function piecesOf(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/).flatMap((word) => (isTooLong(word) ? word.split(afterSign) : [word]));
}

export function isTooLong(word: string): boolean {
  return word.trim().length > longest;
}
