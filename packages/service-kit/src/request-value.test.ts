import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { RequestValue } from './request-value.ts';

const newRequest = () => new IncomingMessage(new Socket());

describe('a value of a request', () => {
  it('is read as it was set, also if it is false or empty', () => {
    const request = newRequest();
    for (const value of ['a', '', 0, false, null]) {
      const requestValue = new RequestValue('value');
      requestValue.set(request, value);
      expect(requestValue.of(request)).toBe(value);
    }
  });

  it('belongs to one request', () => {
    const requestValue = new RequestValue<string>('value');
    requestValue.set(newRequest(), 'a');
    expect(requestValue.find(newRequest())).toBeUndefined();
  });

  it('is separate from another value of the same name', () => {
    const request = newRequest();
    new RequestValue<string>('value').set(request, 'a');
    expect(new RequestValue<string>('value').find(request)).toBeUndefined();
  });

  it('reading a value that no middleware has set is an error that names it', () => {
    expect(() => new RequestValue('brand').of(newRequest())).toThrow(
      'The brand of this request is read before it is set.',
    );
  });
});
