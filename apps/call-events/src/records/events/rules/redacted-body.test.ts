import { maskedFields, redactBody } from './redacted-body.ts';

test('a redacted body keeps the address, the event id and the time, and masks all but the end of number and code', () => {
  expect(
    redactBody({
      agent_email: ' Robin@Reps.example ',
      phone_number: '+1 (415) 555-0134',
      customer_id: '0042178',
      event_id: 'call-1-started',
      occurred_at: '2026-11-20T08:30:00Z',
      metadata: { queue: 'sales', card: 4111, nested: { pan: '4111' }, list: [1], none: null },
    }),
  ).toEqual({
    agent_email: 'robin@reps.example',
    phone_number: '+* (***) ***-**34',
    customer_id: '*****78',
    event_id: 'call-1-started',
    occurred_at: '2026-11-20T08:30:00Z',
    metadata: { queue: '(text)', card: '(number)', nested: '(object)', list: '(list)', none: null },
  });
});

test('a redacted body shows the type of a value of a wrong type, and the names of fields that do not exist', () => {
  expect(redactBody({ customer_id: 42178, metadata: 'x', agent_mail: 'a@b.example', phone_number: '' })).toEqual({
    customer_id: '(number)',
    metadata: '(text)',
    agent_mail: '(text)',
    phone_number: '',
  });
});

test('a redacted body has no field or metadata whose name may be a number of a customer or a text', () => {
  expect(redactBody({ '+14155550134': '', 'Ada Example': 1, metadata: { '+14155550134': 1 } })).toEqual({
    metadata: {},
  });
});

test('a redacted body has at most 30 fields that do not exist, and all that do', () => {
  const unknown = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`field_${n}`, '']));
  const kept = redactBody({ ...unknown, event_id: 'call-1-started' });
  expect(Object.keys(kept ?? {})).toEqual([...Object.keys(unknown).slice(0, 30), 'event_id']);
  expect(kept).toMatchObject({ field_0: '', event_id: 'call-1-started' });
});

test('a redacted body masks a short number completely, and a long one to a bounded length', () => {
  expect(redactBody({ phone_number: '911' })).toEqual({ phone_number: '***' });
  expect(JSON.stringify(redactBody({ phone_number: '7'.repeat(10_000) })).length).toBeLessThan(100);
});

test.each([['a text'], [null], [[1]], [7]])('a body that is not an object is not kept: %j', (body) => {
  expect(redactBody(body)).toBeNull();
});

test('a redacted body is bounded for any number of fields', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field_${n}`, 'secret']));
  const kept = JSON.stringify(redactBody({ ...many, metadata: many, agent_email: 'a'.repeat(9_000) }));
  expect(kept.length).toBeLessThanOrEqual(8 * 1024);
  expect(kept).not.toContain('secret');
});

test('the masked values that are left in a corrected body are named', () => {
  expect(
    maskedFields({ agent_email: 'a@b.example', phone_number: '+*34', metadata: { queue: '(text)', note: 'a * b' } }),
  ).toEqual(['phone_number', 'metadata.queue']);
  expect(maskedFields({ agent_email: 'a@b.example', phone_number: '+14155550134', metadata: {} })).toEqual([]);
  expect(maskedFields({ agent_email: 'a@b.example', metadata: null, other: { note: '(text)' } })).toEqual([]);
});

test.each(['agent_email', 'event_id', 'occurred_at'])('a key or a token in %s is not kept', (field) => {
  const [key, token] = [`cs_live_${'0a'.repeat(20)}`, 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig_-1'];
  const kept = redactBody({ [field]: `Bearer ${key.toUpperCase()} ${token}${'x'.repeat(400)} ${key}` });
  expect(JSON.stringify(kept)).toMatch(/earer \(key\) \(key\)/);
  expect(JSON.stringify(kept)).not.toMatch(/_live_|eyj/i);
  expect(maskedFields(kept ?? {})).toEqual([field]);
});

test('ordinary names that resemble a key or a token are kept', () => {
  const kept = {
    agent_email: 'bob_live_desk@b.example',
    event_id: 'acme_live_dashboard-17',
    occurred_at: 'eyja.fjord.',
  };
  expect(redactBody(kept)).toEqual(kept);
});

test.each(['a', 'eyJ', 'eyJaaaaaaaaaaa.', 'a_live_'])('of a megabyte of %s, only the beginning is searched', (part) => {
  const redacted = (length: number) => {
    const text = part.repeat(2 ** 20 / part.length).slice(0, length);
    return redactBody({ agent_email: text, event_id: text, occurred_at: text });
  };
  expect(redacted(2 ** 20)).toEqual(redacted(1_000));
});
