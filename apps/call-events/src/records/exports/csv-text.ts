import { stringify } from 'csv-stringify/sync';

/** Cells that a spreadsheet treats as a formula: some skip white space and control characters before the sign. */
const formula = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;

/** A spreadsheet that splits at `;`, as in many languages, ignores the quotes of this file: it starts a cell at each of these. */
const startOfCell = /[;\r\n]/;
const formulaInside = /[;\r\n](?=(?:(?![\r\n])["\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu;

/** RFC 4180. Puts an apostrophe before what a spreadsheet would treat as a formula, including E.164 numbers. */
export function csvText(records: readonly (readonly (string | boolean | null)[])[]): string {
  return stringify([...records], {
    record_delimiter: 'windows',
    cast: {
      boolean: (value) => String(value),
      string: withoutFormulas,
    },
  });
}

function withoutFormulas(text: string): string {
  const cell = startOfCell.test(text) ? text.replace(formulaInside, "$&'") : text;
  return formula.test(text) ? `'${cell}` : cell;
}
