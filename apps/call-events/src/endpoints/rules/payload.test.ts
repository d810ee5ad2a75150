import { type Contents, payloadOf } from './payload.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
const contents = (event: Contents['event'], others: Partial<Contents> = {}): Contents => ({
  event,
  brand: 'northwind',
  currency: 'USD',
  subject: null,
  notedAt: at(40),
  reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  agentEmail: 'rep@northwind.example',
  phoneNumber: '+14155550134',
  customerId: '0042178',
  pickedCustomerId: null,
  pickedPhoneNumber: null,
  startedAt: at(30),
  endedAt: at(35),
  endReason: 'ended',
  isTest: false,
  note: null,
  disposition: null,
  notesAt: at(36),
  outcomeId: null,
  recommendationId: 'two',
  sku: '401',
  reason: 'too dear',
  qty: 2,
  unitPrice: 129.5,
  recordedAt: at(33),
  voidedAt: null,
  pausedAt: null,
  ...others,
});

it('tells a start as it was, also when the call has ended since', () => {
  const told = payloadOf(contents('call.started'));
  expect(told).toMatchObject({ type: 'call.started', timestamp: at(30).toISOString(), data: { brand: 'northwind' } });
  expect(told?.data.call).toMatchObject({ ended_at: null, end_reason: null });
});

it('names the customer whom the rep picked', () => {
  const picked = { pickedCustomerId: '', pickedPhoneNumber: '+14155550199' };
  expect(payloadOf(contents('call.ended', picked))?.data).toMatchObject({
    customer: { customer_id: null, phone_number: '+14155550199' },
    call: { customer_id: '0042178', phone_number: '+14155550134' },
  });
});

it.each<[Contents['event'], Partial<Contents>, object]>([
  ['call.completed', { note: 'Later' }, { outcome: null, note: 'Later' }],
  ['sale.recorded', { outcomeId: 'one' }, { sku: '401', qty: 2, unit_price: 129.5, currency: 'USD', voided_at: null }],
  ['offer.declined', { outcomeId: 'one' }, { sku: '401', reason: 'too dear' }],
  ['customer.objected', { subject: 'true' }, { objects: true }],
  ['agent.unresolved', { reference: null, subject: 'sip/1001' }, { agent: 'sip/1001' }],
  ['pause.unconfirmed', { subject: '1795163400412', pausedAt: at(34) }, { sequence: 1_795_163_400_412 }],
])('%s has what it is about', (event, others, data) => {
  expect(payloadOf(contents(event, others))?.data).toMatchObject(data);
});

it.each<[string, Contents]>([
  ['a call that was deleted', contents('call.ended', { reference: null })],
  ['notes that are empty', contents('call.completed', { note: '' })],
  ['an outcome that is not on file', contents('sale.recorded')],
])('there is nothing to tell of %s', (_what, given) => {
  expect(payloadOf(given)).toBeNull();
});
