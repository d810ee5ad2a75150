import type { Encoding } from './detect-encoding.ts';
import { ImportFileError } from './import-file-error.ts';

/** What files begin with that are often imported by mistake. */
const otherKinds: readonly { bytes: readonly number[]; kind: string; hint: string }[] = [
  { bytes: [0x1f, 0x8b], kind: 'it is compressed (gzip)', hint: 'decompress it' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'it is a spreadsheet or a ZIP archive', hint: 'save it as CSV' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'it is a spreadsheet', hint: 'save it as CSV' },
];

interface ExpectedFile {
  name: string;
  encoding: Encoding;
  isNdjson: boolean;
}

/** Throws ImportFileError when the first bytes of a file are not those of a text in its encoding, or when it is JSON of another form. */
export function refuseOtherFiles(start: Buffer, { name, encoding, isNdjson }: ExpectedFile): void {
  const other = otherKinds.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (other !== undefined) {
    throw new ImportFileError(`cannot read ${name}: ${other.kind}`, { hint: other.hint });
  }
  const firstLine = start.subarray(0, start.indexOf('\n') + 1 || start.length);
  if (!encoding.startsWith('utf-16') && firstLine.includes(0)) {
    throw new ImportFileError(`cannot read ${name}: its first line is not text`, {
      option: 'if it is UTF-16, add `--encoding utf-16le`',
    });
  }
  if (!isNdjson && /^\uFEFF?\s*[[{]\s*["{]/.test(start.toString())) {
    throw new ImportFileError(`cannot read ${name} as CSV: it is JSON`, {
      hint: 'NDJSON has one object on each line, and a name that ends with .ndjson or .jsonl',
    });
  }
  // Of such a file with quotes, csv-parse names another cause.
  if (!isNdjson && !encoding.startsWith('utf-16') && !start.includes('\n') && /\r[^\n]/.test(start.toString())) {
    throw endsInCarriageReturns(name);
  }
  if (isNdjson && isArray(start.toString())) {
    throw new ImportFileError(`cannot read ${name} as NDJSON: it is a JSON array`, {
      hint: "write each object on its own line, without the brackets and commas, for example with `jq -c '.[]'`",
    });
  }
}

export function endsInCarriageReturns(name: string): ImportFileError {
  return new ImportFileError(`${name} ends its lines with a carriage return alone`, {
    hint: 'save it with line feeds (LF or CRLF)',
  });
}

/** Begins as an array that goes on after its first line, or is the only line. Another array is one wrong row. */
function isArray(start: string): boolean {
  return /^\uFEFF?\s*\[/.test(start) && !/^\s*\[.*\]\s*\n\s*\S/.test(start);
}
