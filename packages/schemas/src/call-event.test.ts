import { callEventBodySchemas, callEventNames } from './index.ts';

function issuesOf(name: keyof typeof callEventBodySchemas, body: unknown) {
  const result = callEventBodySchemas[name].safeParse(body);
  return result.success ? [] : result.error.issues.map(({ path, message }) => [...path, message].join(': '));
}

const valid = { agent_email: 'rep@northwind.example', phone_number: '+14155550134' };

describe.each(callEventNames)('%s', (name) => {
  test.each([
    ['missing', undefined, 'agent_email: agent_email is required'],
    ['null', null, 'agent_email: agent_email must be a string'],
    ['a number', 5, 'agent_email: agent_email must be a string'],
    ['empty', '', 'agent_email: agent_email must not be empty'],
    ['white space only', ' \t\n\u00a0', 'agent_email: agent_email must not be empty'],
  ])('refuses an agent_email that is %s', (_title, agentEmail, issue) => {
    const { agent_email, ...others } = valid;
    expect(issuesOf(name, agentEmail === undefined ? others : { ...others, agent_email: agentEmail })).toEqual([issue]);
  });

  test.each([42, true, {}, []])('refuses the customer_id %j', (customer_id) => {
    expect(issuesOf(name, { ...valid, customer_id })).toEqual(['customer_id: customer_id must be a string']);
  });

  test.each([42, 'text', true, [], [{}]])('refuses the metadata %j', (metadata) => {
    expect(issuesOf(name, { ...valid, metadata })).toEqual(['metadata: metadata must be an object or null']);
  });

  test.each([null, 5, 'text', true, []])('refuses the body %j', (body) => {
    expect(issuesOf(name, body)).toEqual(['the body must be a JSON object']);
  });

  test('keeps a customer_id as sent', () => {
    expect(callEventBodySchemas[name].parse({ ...valid, customer_id: ' 007 ' })).toMatchObject({
      customer_id: ' 007 ',
    });
  });
});

describe('phone_number', () => {
  test.each([
    ['missing', undefined, 'phone_number: phone_number is required'],
    ['null', null, 'phone_number: phone_number must be a string'],
    ['a number', 14155550134, 'phone_number: phone_number must be a string'],
    ['empty', '', 'phone_number: phone_number must not be empty'],
  ])('is refused on call-started when it is %s', (_title, phoneNumber, issue) => {
    const { phone_number, ...others } = valid;
    const body = phoneNumber === undefined ? others : { ...others, phone_number: phoneNumber };
    expect(issuesOf('call-started', body)).toEqual([issue]);
  });

  test('counts as absent on call-ended when it is empty or not a string', () => {
    for (const phone_number of ['', null, 5, {}, []]) {
      const body = callEventBodySchemas['call-ended'].parse({ ...valid, phone_number });
      expect(body.phone_number).toBeUndefined();
    }
  });

  test('is ignored on hold and recording events, where it is not listed', () => {
    expect(callEventBodySchemas['hold-started'].parse(valid)).toEqual({ agent_email: valid.agent_email });
  });
});

test('every wrong field is reported at once', () => {
  expect(issuesOf('call-started', { customer_id: 5, metadata: [] })).toHaveLength(4);
});
