import { curlOf } from './curl.ts';

test('the command quotes characters that a shell would change, and contains no key', () => {
  expect(
    curlOf('https://calls.acme.example', 'call-ended', { agent_email: "o'neil@acme.example", note: '$HOME' }),
  ).toBe(
    `curl -X POST 'https://calls.acme.example/call-events/call-ended' \\
  -H "X-API-Key: $CALLSIDE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"agent_email":"o'\\''neil@acme.example","note":"$HOME"}'`,
  );
});
