import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PlatformRequest } from '../../adapter.ts';
import { twilio } from './twilio.ts';
import { signTwilio, verifyTwilio } from './twilio-signature.ts';

/** A form in the samples folder, one field a line, with fields of a test in place of its own. */
function sample(name: string, fields: Record<string, string> = {}): string {
  const text = readFileSync(path.join(import.meta.dirname, 'samples', name), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const form = new URLSearchParams(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form.toString();
}

const translate = (body: string, query = 'agent=robin@reps.example') =>
  twilio.translate({ headers: {}, query: new URLSearchParams(query), body } satisfies PlatformRequest);

const callId = 'CA1234567890abcdef1234567890abcdef';

describe('the translation', () => {
  it('starts the call when it is in progress, with the number that called', () => {
    expect(translate(sample('status-in-progress.txt'))).toEqual({
      ok: true,
      events: [
        {
          event: 'call-started',
          order: 2,
          body: {
            agent_email: 'robin@reps.example',
            phone_number: '+14155550134',
            event_id: `twilio:${callId}:robin@reps.example:in-progress`,
            occurred_at: '2026-11-20T18:21:03.000Z',
            metadata: { platform: 'twilio', call_id: callId, direction: 'inbound' },
          },
        },
      ],
    });
  });

  it('ends the call when it is completed, also with the fields of its recording', () => {
    const ended = translate(sample('status-completed.txt'));
    expect(ended).toMatchObject({
      events: [
        {
          event: 'call-ended',
          body: { event_id: `twilio:${callId}:robin@reps.example:completed`, agent_email: 'robin@reps.example' },
        },
      ],
    });
    expect(
      translate(sample('status-completed.txt', { RecordingSid: 'RE1', RecordingUrl: 'https://x.example' })),
    ).toEqual(ended);
  });

  it.each(['outbound-api', 'outbound-dial'])('takes the number that was called of an %s call', (Direction) => {
    expect(translate(sample('status-in-progress.txt', { Direction }))).toMatchObject({
      events: [{ body: { phone_number: '+18005550100', metadata: { direction: 'outbound' } } }],
    });
  });

  it.each(['queued', 'initiated', 'ringing', 'busy', 'failed', 'no-answer', 'canceled', 'something-new', 'toString'])(
    'makes no event of the status %s',
    (CallStatus) => {
      expect(translate(sample('status-in-progress.txt', { CallStatus }))).toEqual({ ok: true, events: [] });
    },
  );

  it('makes no event of a recording callback', () => {
    expect(translate(sample('recording-completed.txt'))).toEqual({ ok: true, events: [] });
    expect(translate(sample('recording-completed.txt', { CallStatus: 'in-progress' }))).toEqual({
      ok: true,
      events: [],
    });
  });

  describe('of a leg that is dialled to a telephone number', () => {
    const leg = { Direction: 'outbound-dial', ParentCallSid: 'CA0', From: '+14155550134', To: '+14155550900' };
    const number = (customer: string) =>
      translate(sample('status-in-progress.txt', leg), `agent=robin@reps.example&customer=${customer}`);

    it("takes the number that the address names: only it tells an agent's phone from a customer's", () => {
      expect(number('from')).toMatchObject({
        events: [{ body: { phone_number: '+14155550134', metadata: { direction: 'inbound' } } }],
      });
      expect(number('to')).toMatchObject({
        events: [{ body: { phone_number: '+14155550900', metadata: { direction: 'outbound' } } }],
      });
    });

    it('refuses another value', () => {
      expect(number('caller')).toEqual({ ok: false, problem: 'the parameter customer must be from or to' });
    });
  });

  it('takes the number that a browser or a SIP phone calls', () => {
    const call = { Direction: 'inbound', From: 'client:robin', To: '+14155550134' };
    const expected = (agent_email: string) => ({
      events: [{ body: { agent_email, phone_number: '+14155550134', metadata: { direction: 'outbound' } } }],
    });
    expect(translate(sample('status-in-progress.txt', call), '')).toMatchObject(expected('robin'));
    const overSip = { From: 'sip:robin@acme.sip.twilio.com', To: 'sip:+14155550134@acme.sip.twilio.com;transport=tls' };
    expect(translate(sample('status-in-progress.txt', { ...call, ...overSip }), '')).toMatchObject(
      expected('sip:robin@acme.sip.twilio.com'),
    );
  });

  it('takes the agent of a leg to a browser or a SIP phone, and the number on its other side', () => {
    const leg = { Direction: 'outbound-dial', From: '+14155550134' };
    expect(translate(sample('status-in-progress.txt', { ...leg, To: 'client:robin' }), '')).toMatchObject({
      events: [{ body: { agent_email: 'robin', phone_number: '+14155550134', metadata: { direction: 'inbound' } } }],
    });
    expect(translate(sample('status-in-progress.txt', { ...leg, To: 'sip:1001@pbx.example' }), '')).toMatchObject({
      events: [{ body: { agent_email: 'sip:1001@pbx.example', phone_number: '+14155550134' } }],
    });
  });

  it('names a SIP phone by its whole address, without the headers that a call may add', () => {
    const leg = { Direction: 'outbound-dial', To: 'sip:robin@acme.sip.us1.twilio.com?x-ticket=42' };
    expect(translate(sample('status-in-progress.txt', leg), '')).toMatchObject({
      events: [{ body: { agent_email: 'sip:robin@acme.sip.us1.twilio.com' } }],
    });
  });

  it('names a browser without the parameters that a call may add', () => {
    const leg = { Direction: 'outbound-dial', To: 'client:robin?ticket=42' };
    expect(translate(sample('status-in-progress.txt', leg), '')).toMatchObject({
      events: [{ body: { agent_email: 'robin' } }],
    });
  });

  it('takes a SIP phone whose name is a number for the agent, too', () => {
    const leg = { Direction: 'outbound-dial', From: '+14155550134', To: 'sip:4155550900@pbx.example' };
    expect(translate(sample('status-in-progress.txt', leg), '')).toMatchObject({
      events: [{ body: { agent_email: 'sip:4155550900@pbx.example', phone_number: '+14155550134' } }],
    });
  });

  it('makes no agent of a name that is empty', () => {
    const leg = { Direction: 'outbound-dial', To: 'client:' };
    expect(translate(sample('status-in-progress.txt', leg), '')).toMatchObject({ ok: false });
  });

  it('prefers the agent of the address', () => {
    expect(translate(sample('status-in-progress.txt', { To: 'client:robin' }), 'agent=kim')).toMatchObject({
      events: [{ body: { agent_email: 'kim' } }],
    });
  });

  it('explains what is missing', () => {
    expect(translate(sample('status-in-progress.txt'), '')).toEqual({
      ok: false,
      problem:
        'the payload names no agent: add ?agent=ADDRESS-OR-ALIAS to the URL (callside integration set --agent prints it)',
    });
    expect(translate('')).toEqual({ ok: false, problem: 'the form has no CallSid' });
    expect(translate('{"CallSid":"CA1"}')).toEqual({ ok: false, problem: 'the form has no CallSid' });
  });

  it('leaves out a time that is none', () => {
    for (const Timestamp of ['yesterday', 'Tue, 99 Foo 2020 18:21:03 +0000']) {
      const body = sample('status-in-progress.txt', { Timestamp });
      expect(Object(translate(body)).events[0].body).not.toHaveProperty('occurred_at');
    }
  });
});

describe('the signature', () => {
  // The example of https://www.twilio.com/docs/usage/security#validating-requests
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const body = new URLSearchParams({
    To: '+18005551212',
    From: '+12349013030',
    Digits: '1234',
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
  }).toString();
  const documented = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';
  const verify = (overrides: { url?: string; body?: string; signature?: string | undefined }, token = '12345') =>
    verifyTwilio(
      {
        url: overrides.url ?? url,
        query: new URLSearchParams(),
        body: overrides.body ?? body,
        bytes: Buffer.from(overrides.body ?? body),
        headers: { 'x-twilio-signature': 'signature' in overrides ? overrides.signature : documented },
      },
      token,
    );

  it('is the documented one', () => {
    expect(signTwilio('12345', url, new URLSearchParams(body))).toBe(documented);
    expect(verify({})).toBe(true);
  });

  it('covers the address, each field, and needs the auth token', () => {
    expect(verify({ url: url.replace('bar=2', 'bar=3') })).toBe(false);
    expect(verify({ url: url.replace('https', 'http') })).toBe(false);
    expect(verify({ body: body.replace('1234', '1235') })).toBe(false);
    expect(verify({ body: `${body}&More=1` })).toBe(false);
    expect(verify({}, '12346')).toBe(false);
    expect(verify({ signature: undefined })).toBe(false);
    expect(verify({ signature: '' })).toBe(false);
  });

  it('is accepted with and without the port of the address', () => {
    expect(verify({ url: url.replace('mycompany.com', 'mycompany.com:443') })).toBe(true);
    expect(verify({ url: url.replace('mycompany.com', 'mycompany.com:8443') })).toBe(true);
    const withPort = signTwilio('12345', url.replace('.com/', '.com:443/'), new URLSearchParams(body));
    expect(verify({ signature: withPort })).toBe(true);
  });

  it('takes each value of a repeated field once, in order', () => {
    expect(signTwilio('t', 'u', new URLSearchParams('a=2&a=1&a=2'))).toBe(
      signTwilio('t', 'ua1a2', new URLSearchParams()),
    );
  });

  it('is refused on a form of more fields than Twilio sends', () => {
    const ofFields = (count: number) => Array.from({ length: count }, (_, number) => `f${number}=1`).join('&');
    const signed = (form: string) =>
      verify({ body: form, signature: signTwilio('12345', url, new URLSearchParams(form)) });
    expect([signed(ofFields(1_000)), signed(ofFields(1_001))]).toEqual([true, false]);
  });

  it('refuses a body of many names in the time that its length needs', () => {
    const names = Array.from({ length: 60_000 }, (_, number) => number.toString(36));
    const request = {
      headers: { 'x-twilio-signature': 'wrong' },
      query: new URLSearchParams(),
      url: 'https://a.example/',
      bytes: Buffer.of(),
    };
    const startedAt = process.cpuUsage();
    expect(verifyTwilio({ ...request, body: names.join('&') }, 'token')).toBe(false);
    // One pass over all fields for each name takes 28 s.
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(5);
  });
});
