import { kindsOfSearch, partsOfSearch } from './event-search.ts';

test.each([
  ['ann@acme.example', ['agent', 'event_id']],
  ['SIP/1001', ['event_id', 'agent']],
  ['+1 (415) 555-0134', ['event_id', 'phone', 'agent']],
  ['+14155550134', ['event_id', 'phone', 'agent']],
  ['4155550134', ['event_id', 'request_id', 'phone', 'agent']],
  ['sip:+1-415-555-0134@trunk.example', ['agent', 'event_id', 'phone']],
  ['\u202a415-555-0134\u202c', ['event_id', 'phone', 'agent']],
  ['call-8821-started', ['event_id', 'request_id', 'agent']],
  ['20441', ['event_id', 'request_id', 'phone', 'agent']],
  ['1001', ['event_id', 'request_id', 'agent']],
])('the text %s may be %j', (text, kinds) => {
  expect(kindsOfSearch(text)).toEqual(kinds);
});

test.each([
  ['Robin', ['robin'], []],
  ['a', [], []],
  ['0134', ['0134'], ['0134', '134']],
  ['(415) 555', ['(415) 555'], ['415555']],
  ['+49 (0)', ['+49 (0)'], ['490']],
  ['00', ['00'], []],
  ['12', ['12'], []],
  ['SIP/1001', ['sip/1001'], []],
])('the text %s may be a part of an agent like %j or of a number like %j', (text, agents, numbers) => {
  expect(partsOfSearch(text)).toEqual({ agents, numbers });
});
