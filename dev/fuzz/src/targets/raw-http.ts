import { Buffer } from 'node:buffer';
import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { z } from 'zod';
import { defineTarget, type FuzzTarget } from '../fuzz-target.ts';
import { exchange } from '../http-exchange.ts';
import { requireDocumented } from '../http-oracle.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const rawSchema = z.object({ service: z.enum(['call-events', 'recommender']), bytes: z.base64() });

const statuses = [200, 400, 401, 404, 405, 408, 413, 417, 422, 431, 501];

const line = fc.oneof(
  fc.constantFrom(
    'Content-Length: -1',
    'Content-Length: 2, 2',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, x',
    'Host: other.example',
    ' folded',
    'No colon',
    ': no name',
    'X-API-Key: \0',
    'Expect: 100-continue',
    'Expect: what',
  ),
  anyText({ maxLength: 80 }),
);

const firstLine = fc.oneof(
  fc.constantFrom(
    'POST /call-events/call-ended HTTP/1.1',
    'POST /recommend HTTP/1.1',
    'POST http://other.example/call-events/call-ended HTTP/1.1',
    'POST * HTTP/1.1',
    'GET //x HTTP/1.1',
    'GET /%zz HTTP/1.1',
    'GET /.. HTTP/1.0',
    'CONNECT x:1 HTTP/1.1',
    'PRI * HTTP/2.0',
  ),
  anyText({ maxLength: 60 }),
);

const bytes = fc
  .tuple(firstLine, fc.array(line, { maxLength: 6 }), fc.constantFrom('{}', '2\r\n{}\r\n0\r\n\r\n', 'zz\r\n', ''))
  .map(([first, lines, body]) =>
    Buffer.from(`${[first, 'Host: 127.0.0.1', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n${body}`).toString(
      'base64',
    ),
  );

/** Bytes that are hardly valid HTTP. The service may close the connection; it must not fail, and must continue to serve. */
export function rawHttpTarget({ callEvents, recommender }: SystemUnderTest): FuzzTarget {
  const ports = { 'call-events': callEvents, recommender };
  return defineTarget({
    name: 'raw-http',
    schema: rawSchema,
    cases: fc.record({ service: fc.constantFrom('call-events' as const, 'recommender' as const), bytes }),
    check: async (sample) => {
      const answer = await exchange(ports[sample.service].port, Buffer.from(sample.bytes, 'base64'), {
        endsInput: true,
      });
      if (answer !== null) requireDocumented(answer, statuses);
    },
  });
}
