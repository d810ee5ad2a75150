/** Enough for the longest first line. */
const startBytes = 64 * 1024;
const delimiters = [',', ';', '\t', '|'];

/** The names of the columns of a CSV file, each once. Empty for a file without a first line that can be read. */
export async function readHeader(file: Blob): Promise<string[]> {
  const text = decode(await file.slice(0, startBytes).arrayBuffer());
  // Excel writes its delimiter into a line before the names.
  const start = text.replace(/^sep=.\r?\n/i, '').trimStart();
  const headers = delimiters.map((delimiter) => firstRecord(start, delimiter));
  const names = headers.reduce((best, header) => (header.length > best.length ? header : best));
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}

/** As the service detects it: by the byte order mark, or as UTF-8 if it is that. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function firstRecord(text: string, delimiter: string): string[] {
  const values = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) values.push('');
    else if (character === '\n' && !isQuoted) break;
    else values[values.length - 1] += character;
  }
  return values;
}
