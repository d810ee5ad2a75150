/** Characters, with all names and parameters of a URI. */
const longestAddress = 512;

/** What copying from a page leaves in a text, and nobody sees. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Except white space. */
const control = /(?!\s)\p{Cc}/gu;

/** A number of any kind as a keyboard types it: without invisible characters, with plain digits, spaces and hyphens. */
export function typedNumber(text: string): string {
  if (/^[!-~]*$/.test(text)) return text;
  return visible(text)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s/g, ' ')
    .trim();
}

/** A text without invisible characters. */
export function withoutInvisible(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.replaceAll(invisible, '');
}

/** The normal form of a customer code for storing and comparing, as the function `customer_code` of the database has it. */
export function normaliseCode(text: string): string {
  return withoutInvisible(text).trim();
}

/** Also without control characters, and with the digits and signs of ASCII in place of the wide ones that some keyboards type. */
function visible(text: string): string {
  return withoutInvisible(text)
    .replaceAll(control, '')
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\uFE58\uFE63]/g, '-');
}

/** `"Name" <number>` (RFC 3261), also with parameters after it. */
const withName = /^(?:"(?:[^"\\]|\\.)*"\s*|[^<>]*)<([^<>]+)>(?:;[^<>]*)?$/;

/** Any scheme may have a number with its country code. */
const schemes =
  /^(?:(?:tel|sips?|callto|whatsapp|sms|mms|rcs|viber|signal|skype|facetime|phone|mobile|fax):(?:\/\/)?|(?:[a-z][a-z\d.-]{0,20}:){1,2}(?:\/\/)?\s*(?=\+))/i;

/** Spreadsheets and exports write a number so that it stays text: `'+1…`, `="+1…"`. */
const asText = /^=?(["'])(.+)\1$|^'(?=[+(\d])/;

/**
 * The number of a notation without the name, the URI and the invisible characters around it. A notation with an extension, or one that
 * is longer than any, is unchanged.
 */
export function bareNumber(sent: string): string {
  if (sent.length > longestAddress) return sent;
  const text = visible(percentDecoded(sent)).trim();
  const address = (withName.exec(text)?.[1] ?? text).trim().replace(asText, '$2');
  const [number = '', ...parameters] = (withoutHost(address) ?? address).split(';');
  if (parameters.some((parameter) => /^\s*ext\b(?!\s*=\s*$)/i.test(parameter))) return sent;
  const context = parameters.find((parameter) => /^phone-context=\+/i.test(parameter));
  // A local number: `phone-context` has its country code.
  return (
    number.startsWith('+') || context === undefined ? number : context.replace(/^phone-context=/i, '') + number
  ).trim();
}

/** Where the subscriber of a URI is: its host, or the domain of its `phone-context`; null when the text names none. */
export function hostOf(sent: string): string | null {
  if (sent.length > longestAddress) return null;
  const text = visible(percentDecoded(sent)).trim();
  const address = (withName.exec(text)?.[1] ?? text).trim().replace(schemes, '');
  const [, host = null] =
    /@(\[[^\]]*\]|[^;?>:]+)/.exec(address) ?? /;\s*phone-context=([^+;>][^;>]*)/i.exec(address) ?? [];
  return host?.trim().toLowerCase() ?? null;
}

/** `x12`, `ext. 12`, `Durchwahl 12`: whom a company connects the call with. More digits may be another number. */
const shortExtension =
  /(?<=\d)[\s,;(]*(?:ext(?:ension|ensión|n)?|x|#|durchwahl|dw|poste|int(?:erno)?|ramal|toestel|tst)[\s.:=]*\d{1,6}\)?$/i;

/** A number as it is typed, without an extension after it: customers are known by the number before it. */
export function withoutShortExtension(sent: string): string {
  return sent.length > longestAddress ? sent : typedNumber(sent).replace(shortExtension, '');
}

const extensionParameter = /;\s*ext\s*=[^;>@]*/gi;

/** The number of a notation, without an extension of any length or the keys that are pressed after it. */
export function withoutExtension(sent: string): string {
  if (sent.length > longestAddress) return sent;
  return withoutDialledAfter(bareNumber(percentDecoded(sent).replaceAll(extensionParameter, ''))).trim();
}

/**
 * Without `[\s,;]*(?:ext(?:ension|n)?|x|[#*,;])[\s.:#]*\d*[\s#*]*` at the end, from the first separator that it can begin with. Read
 * from the end: as one pattern it takes cubic time.
 */
function withoutDialledAfter(text: string): string {
  const closing = startOfRun(/[\s#*]/, text, text.length);
  const after = startOfRun(/[\s.:#]/, text, startOfRun(/\d/, text, closing));
  const before = text.slice(0, after);
  const word = before.search(/(?:ext(?:ension|n)?|x|[*,;])$/i);
  const separator = word >= 0 ? word : before.length + text.slice(after).search(/[#*]|$/);
  return separator === text.length ? text : text.slice(0, startOfRun(/[\s,;]/, text, separator));
}

/** Where the characters of a kind before `end` begin. */
function startOfRun(kind: RegExp, text: string, end: number): number {
  let start = end;
  while (start > 0 && kind.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** Of a URI, what names the subscriber, without a password; null: the text is none. */
function withoutHost(address: string): string | null {
  const rest = address.replace(schemes, '');
  if (rest === address && !address.startsWith('+')) return null;
  return rest.replace(/(?::[^@:]*)?@.*$|\?.*$/s, '');
}

function percentDecoded(text: string): string {
  // One that is wrong changes nothing of the others.
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
