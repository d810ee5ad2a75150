import { problemOfAddress } from './endpoint-administration.ts';

it.each([
  ['https://crm.example.com/callside?token=1', null, null],
  ['http://crm.example.com/', /https/, null],
  ['https://127.0.0.1/', /private/, null],
  ['http://localhost:8080/', /https/, null],
  ['https://printer.localhost/', /private/, null],
  ['https://[::ffff:10.0.0.1]/', /private/, null],
  ['https://user:password@crm.example.com/', /password/, /password/],
  ['ftp://crm.example.com/', /https/, /https/],
  ['crm.example.com', /address/, /address/],
])('%s', (url, problem, problemIfPermitted) => {
  const expectProblem = (said: string | null, expected: RegExp | null) =>
    expected === null ? expect(said).toBeNull() : expect(said).toMatch(expected);
  expectProblem(problemOfAddress(url, { allowPrivate: false }), problem);
  expectProblem(problemOfAddress(url, { allowPrivate: true }), problemIfPermitted);
});
