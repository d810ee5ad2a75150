import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { z } from 'zod';
import { type HttpSample, httpSampleSchema } from '../http-sample.ts';

/** A request that is odd in form, and says exactly one thing. */
export const notationCaseSchema = z.object({
  request: httpSampleSchema,
  /** What must be on file. */
  meant: z.object({
    agent_email: z.string(),
    phone_number: z.string(),
    /** null: the request has no time. */
    occurred_at: z.string().nullable(),
  }),
});
export type NotationCase = z.infer<typeof notationCaseSchema>;

interface Sender {
  host: string;
  key: string;
  /** An active user whose address has a plus sign. */
  agent: string;
}

const numbers = fc.oneof(
  fc.stringMatching(/^\+1[2-9]\d{2}[2-9]\d{6}$/),
  fc.stringMatching(/^\+4420794[6-9]\d{4}$/),
  fc.stringMatching(/^\+3906698\d{5}$/),
);

/** Separators, and what copying from a page leaves between digits. */
const between = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '-',
  '.',
  '\u00a0',
  '\u2011',
  '\u00ad',
  '\u200b',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u2066',
  '\ufeff',
);
const around = fc.constantFrom('', ' ', '\n', '\u202a', '\u202c', '\u200f', '\ufeff');
const addresses = fc.constantFrom<(number: string) => string>(
  (number) => number,
  (number) => `tel:${number}`,
  (number) => `TEL:${number};isub=1`,
  (number) => `sip:${number}@trunk.example:5060;user=phone`,
  (number) => `sips:${encodeURIComponent(number)}@trunk.example`,
  (number) => `whatsapp:${number}`,
  (number) => `"Doe, Kim" <${number}>`,
  (number) => `Kim <sip:${number}@trunk.example>;tag=1`,
  (number) => `'${number}`,
  (number) => `="${number}"`,
  (number) => `im:${number}`,
  (number) => number.replaceAll(/[+\d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  // The country code twice, or with a trunk zero.
  (number) => number.replace(/^\+(1|44|39)/, '+$1$1'),
  (number) => number.replace(/^\+44/, '+440'),
);

/** Ways to write a number in E.164. */
function spellings(number: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(between, { minLength: number.length, maxLength: number.length }), addresses, around, around)
    .map(([marks, write, before, after]) => {
      const marked = [...number].map((sign, at) => (at === 0 ? sign : `${marks[at]}${sign}`)).join('');
      return `${before}${write(marked)}${after}`;
    });
}

const minuteMs = 60_000;

/** Ways to write an instant. */
const instants = fc
  .tuple(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    fc.integer({ min: -14 * 60, max: 14 * 60 }),
    fc.constantFrom('-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212'),
    fc.boolean(),
  )
  .map(([date, minutes, minus, isBasic]) => {
    const local = new Date(date.getTime() + minutes * minuteMs).toISOString().slice(0, -1);
    const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
      String(part).padStart(2, '0'),
    );
    return {
      meant: date.toISOString(),
      sent: `${local}${minutes < 0 ? minus : '+'}${hour}${isBasic ? '' : ':'}${minute}`,
    };
  });

type Encode = (json: string) => { body: Buffer; encoding?: string };

const escaped = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const utf16 = (json: string) => Buffer.from(json, 'utf16le');
/** A name in Latin-1, in a field that nobody reads. */
const latin1 = (json: string) => Buffer.from(`{"name":"Jos\u00e9",${escaped(json).slice(1)}`, 'latin1');

const charsets = fc.constantFrom<(json: string) => Buffer>(
  (json) => Buffer.from(json),
  (json) => Buffer.from(`\ufeff${json}`),
  (json) => utf16(json),
  (json) => utf16(`\ufeff${json}`),
  (json) => utf16(json).swap16(),
  (json) => utf16(`\ufeff${json}`).swap16(),
  latin1,
);
const packings = fc.constantFrom<(body: Buffer) => ReturnType<Encode>>(
  (body) => ({ body }),
  ...['', 'none', 'identity', 'utf-8', 'UTF-8', 'utf-16', 'binary', 'zip', 'gzip', 'x-gzip', 'br', 'deflate'].map(
    (encoding) => (body: Buffer) => ({ body, encoding }),
  ),
  (body) => ({ body: gzipSync(body), encoding: 'gzip' }),
  (body) => ({ body: gzipSync(body), encoding: 'x-gzip' }),
  (body) => ({ body: gzipSync(body), encoding: '"gzip"' }),
  (body) => ({ body: gzipSync(body), encoding: 'gzip;q=1' }),
  (body) => ({ body: gzipSync(body) }),
  (body) => ({ body: deflateSync(body), encoding: 'deflate' }),
  (body) => ({ body: brotliCompressSync(body), encoding: 'br' }),
);
const contentTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'text/plain',
  '',
);

/** Events of a dialler. */
function events({ host, key, agent }: Sender): fc.Arbitrary<NotationCase> {
  const spelled = numbers.chain((number) => spellings(number).map((sent) => ({ meant: number, sent })));
  return fc
    .tuple(spelled, fc.option(instants), charsets, packings, contentTypes)
    .map(([number, instant, write, pack, contentType]) => {
      const fields = { agent_email: agent, phone_number: number.sent, ...(instant && { occurred_at: instant.sent }) };
      const { body, encoding } = pack(write(JSON.stringify(fields)));
      const headers: HttpSample['headers'] = [
        ['Host', host],
        ['X-API-Key', key],
        ['Content-Type', contentType],
        ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as [string, string]]),
      ];
      const request = { method: 'POST', target: '/call-events/call-ended', headers, body: body.toString('base64') };
      const meant = { agent_email: agent, phone_number: number.meant, occurred_at: instant?.meant ?? null };
      return { request, meant };
    });
}

/** Numbers as VICIdial sends them: the code of the country apart, in the number as well, or with a trunk zero. */
const dialled = fc.oneof(
  fc.stringMatching(/^20794[6-9]\d{4}$/).map((rest) => ({ code: '44', national: [rest, `0${rest}`], rest })),
  fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/).map((rest) => ({ code: '1', national: [rest], rest })),
  fc.stringMatching(/^06698\d{5}$/).map((rest) => ({ code: '39', national: [rest], rest })),
);

/** Requests of platforms, with a plus sign that the form or the query does not encode. */
function platformEvents({ host, key, agent }: Sender): fc.Arbitrary<NotationCase> {
  const anyCode = fc.constantFrom('', '+', '00');
  return fc
    .tuple(dialled, fc.nat(), anyCode, fc.uuid(), fc.boolean(), fc.boolean())
    .map(([{ code, national, rest }, choice, before, callId, isForm, isEncoded]) => {
      const ways = [...national, `${code}${rest}`, `+${code}${rest}`, `00${code}${rest}`];
      const user = isEncoded ? encodeURIComponent(agent) : agent;
      const number = encodeURIComponent(ways[choice % ways.length] ?? '');
      const fields = `event=start&call_id=${callId}&user=${user}&phone_code=${encodeURIComponent(`${before}${code}`)}&phone_number=${number}`;
      const headers: HttpSample['headers'] = [
        ['Host', host],
        ['X-API-Key', key],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ];
      const target = `/integrations/vicidial${isForm ? '' : `?${fields}`}`;
      const body = Buffer.from(isForm ? fields : '').toString('base64');
      const meant = { agent_email: agent, phone_number: `+${code}${rest}`, occurred_at: null };
      return { request: { method: 'POST', target, headers, body }, meant };
    });
}

export function notationCases(sender: Sender): fc.Arbitrary<NotationCase> {
  return fc.oneof({ weight: 3, arbitrary: events(sender) }, { weight: 1, arbitrary: platformEvents(sender) });
}
