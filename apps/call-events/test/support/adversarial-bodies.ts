const limit = 1024 * 1024;

/** Repeats a text up to so many bytes. */
function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
}

/** Texts that are slow for a naive parser, as they appear between the quotes of a JSON string. */
const texts: Record<string, string> = {
  'combining marks': '\u0301\u0323',
  'escaped combining marks': '\\u0323\\u0301',
  digits: '1',
  'digits of another script': '\u0664',
  separators: '-',
  brackets: '(',
  'white space': ' ',
  'escaped line ends': '\\n',
  quotes: '\\"',
  backslashes: '\\\\',
  'escaped NULs': '\\u0000',
  'escaped control characters': '\\u0001',
  'lone surrogates': '\\ud800',
  emoji: '🙂',
  'letters that grow in lower case': 'İ',
  ligatures: '\ufdfa',
  jamo: '\u1100\u1161\u11a8',
  'words of placeholders': 'unknown ',
};

/** Values of other types, as JSON text. */
const values: Record<string, (bytes: number) => string> = {
  'small lists': (bytes) => `[${filled('[],', bytes)}[]]`,
  'small objects': (bytes) => `[${filled('{},', bytes)}{}]`,
  'small numbers': (bytes) => `[${filled('0,', bytes)}0]`,
  'small texts': (bytes) => `[${filled('"",', bytes)}""]`,
  'lists in each other': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'objects in each other': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'many members': (bytes) => {
    const members = Array.from({ length: bytes / 14 }, (_, index) => `"${index.toString(36)}":${index % 10}`);
    return `{${members.join(',')}}`;
  },
  'members that are numbers': (bytes) => {
    const members = Array.from({ length: bytes / 20 }, (_, index) => `"${index * 40_000}":1`);
    return `{${members.join(',')}}`;
  },
  'one member many times': (bytes) => `{${filled('"a":1,', bytes)}"a":1}`,
  'escaped members': (bytes) => `{${filled('"\\u0061":1,', bytes)}"a":1}`,
  'one long number': (bytes) => filled('7', bytes),
};

const fields = ['agent_email', 'phone_number', 'customer_id', 'event_id', 'occurred_at'];

/** Valid JSON bodies of almost 1 MiB, by the kind of content that fills them. */
export function adversarialBodies(email: string): Map<string, string> {
  const bytes = limit - 1_000;
  const bodies = new Map<string, string>();
  const usual = { agent_email: `"${email}"`, phone_number: '"+14155550134"' };
  const body = (members: Record<string, string>) =>
    `{${Object.entries({ ...usual, ...members })
      .map(([name, text]) => `"${name}":${text}`)
      .join(',')}}`;
  for (const field of fields) {
    for (const [what, unit] of Object.entries(texts))
      bodies.set(`${what} in ${field}`, body({ [field]: `"${filled(unit, bytes)}"` }));
  }
  bodies.set('a time of many digits', body({ occurred_at: `"2024-01-01T${filled('0', bytes)}"` }));
  bodies.set('a time of many fractions', body({ occurred_at: `"2024-01-01T00:00:00.${filled('0', bytes)}Z"` }));
  bodies.set('a number after tel:', body({ phone_number: `"tel:+1${filled('4', bytes)}"` }));
  bodies.set('parameters of a number', body({ phone_number: `"tel:+14155550134${filled(';a=b', bytes)}"` }));
  bodies.set('a number after white space', body({ phone_number: `"${filled(' ', bytes)}+14155550134"` }));
  for (const [what, value] of Object.entries(values)) {
    bodies.set(`${what} in a field of nobody`, body({ nobody: value(bytes) }));
    bodies.set(`${what} in event_id`, body({ event_id: value(bytes) }));
    bodies.set(`${what} in metadata`, body({ metadata: `{"a":${value(bytes)}}` }));
  }
  for (const [what, unit] of Object.entries(texts))
    bodies.set(`${what} in metadata`, body({ metadata: `{"a":"${filled(unit, bytes)}"}` }));
  return bodies;
}

/** A body of the same length with harmless content. */
export function harmlessBody(email: string): string {
  return `{"agent_email":"${email}","phone_number":"+14155550134","metadata":{"a":"${filled('a', limit - 1_000)}"}}`;
}
