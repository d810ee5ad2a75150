import fc from 'fast-check';
import { AmiReader } from './ami-reader.ts';

const stream =
  'Asterisk Call Manager/9.0.0\r\nResponse: Success\r\nMessage: Authentication accepted\r\n\r\n' +
  'Event: Hold\r\nChannel: PJSIP/1001-0000001a\r\nAccountCode: \r\nCallerIDName: Robin: desk 1\r\n\r\n';
const expected = [
  { Response: 'Success', Message: 'Authentication accepted' },
  { Event: 'Hold', Channel: 'PJSIP/1001-0000001a', AccountCode: '', CallerIDName: 'Robin: desk 1' },
];

it('the reader reads the same messages, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
      const reader = new AmiReader();
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const messages = places.slice(1).flatMap((end, index) => reader.push(stream.slice(places[index], end)));
      expect(messages.map((message) => Object.fromEntries(message))).toEqual(expected);
    }),
  );
});

it('the reader refuses a stream that never ends a message', () => {
  const reader = new AmiReader();
  expect(() => {
    for (let sent = 0; sent < 300; sent += 1) reader.push('x'.repeat(1024));
  }).toThrow('no manager interface');
});
