import fc from 'fast-check';
import { formatTraceparent, parseTraceparent, readTraceContext, traceHeaders } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const header = `00-${traceId}-${spanId}-01`;

describe('parseTraceparent', () => {
  it('reads the example of the W3C recommendation, and formatting gives it back', () => {
    const parsed = parseTraceparent(header);
    expect(parsed).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true });
    expect(parsed && formatTraceparent(parsed)).toBe(header);
  });

  it('reads later versions, with and without more fields', () => {
    expect(parseTraceparent(`cc-${traceId}-${spanId}-00`)).toMatchObject({ traceId, traceFlags: 0 });
    expect(parseTraceparent(`cc-${traceId}-${spanId}-01-what-comes`)).toMatchObject({ traceId, spanId });
  });

  it('keeps the flag of sampling only', () => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-ff`)).toMatchObject({ traceFlags: 1 });
  });

  it.each([
    undefined,
    '',
    `${header}-more`,
    `${header}, ${header}`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    header.toUpperCase(),
    ` ${header}`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(1_000)}`,
  ])('takes %p as absent', (text) => {
    expect(parseTraceparent(text)).toBeNull();
  });

  it('never throws, and what it reads has the form that it writes', () => {
    const hexOf = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
    const nearly = fc
      .tuple(hexOf(2), hexOf(32), hexOf(16), hexOf(2), fc.string())
      .map(([version, trace, span, flags, more]) => `${version}-${trace}-${span}-${flags}${more}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        const parsed = parseTraceparent(text);
        if (parsed !== null) expect(formatTraceparent(parsed)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
      }),
    );
  });
});

describe('readTraceContext', () => {
  const stateOf = (tracestate: string) =>
    readTraceContext({ traceparent: header, tracestate })?.traceState?.serialize();

  it('passes tracestate on with the traceparent, in its order', () => {
    const trace = readTraceContext({ traceparent: header, tracestate: 'rojo=00f067aa0ba902b7, congo=t61rcWkgMzE' });
    expect(trace && traceHeaders(trace)).toEqual({
      traceparent: header,
      tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
    });
  });

  it('ignores tracestate without a valid traceparent', () => {
    expect(readTraceContext({ tracestate: 'rojo=1' })).toBeNull();
    expect(readTraceContext({ traceparent: 'nonsense', tracestate: 'rojo=1' })).toBeNull();
  });

  it('leaves out what is not valid, and sends no empty header', () => {
    expect(stateOf('rojo=1,no value,=2,congo=3')).toBe('rojo=1,congo=3');
    const trace = readTraceContext({ traceparent: header, tracestate: 'no value' });
    expect(trace && traceHeaders(trace)).toEqual({ traceparent: header });
  });

  it('keeps the limits of the W3C recommendation for any tracestate', () => {
    const member = fc.tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/), fc.stringMatching(/^[!-+\--<>-~]{1,30}$/));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(member, { maxLength: 60 })), (sent) => {
        const text = typeof sent === 'string' ? sent : sent.map(([key, value]) => `${key}=${value}`).join(',');
        const state = stateOf(text) ?? '';
        expect(state.length).toBeLessThanOrEqual(512);
        expect(state.split(',').length).toBeLessThanOrEqual(32);
        expect(state).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});
