import language from '@usebruno/lang';
import { createBrunoFiles } from './bruno.ts';
import type { PostmanCollection } from './postman.ts';

const collection: PostmanCollection = {
  info: { name: 'Brand', schema: 'https://schema.example' },
  item: [
    {
      name: 'Call events',
      item: [
        {
          name: 'Send it, again',
          request: {
            method: 'POST',
            url: {
              host: ['{{baseUrl}}'],
              path: [':brand', 'events'],
              query: [
                { key: 'limit', value: '5' },
                { key: 'cursor', value: '', disabled: true },
              ],
              variable: [{ key: 'brand', value: '{{brand}}' }],
            },
            header: [{ key: 'Accept', value: 'application/json' }],
            body: { raw: '{\n  "a": "}"\n}' },
            auth: {
              type: 'apikey',
              apikey: [
                { key: 'key', value: 'X-API-Key' },
                { key: 'value', value: '{{apiKey}}' },
              ],
            },
          },
        },
      ],
    },
  ],
  variable: [{ key: 'apiKey', value: '' }],
};

it('each request gets a file, which Bruno reads as the same request as in the Postman collection', () => {
  const files = createBrunoFiles(collection);
  expect(Object.keys(files)).toEqual(['bruno.json', 'environments/local.bru', 'call-events/send-it-again.bru']);
  expect(language.bruToJsonV2(files['call-events/send-it-again.bru'] ?? '')).toMatchObject({
    meta: { name: 'Send it, again', type: 'http' },
    http: { method: 'post', url: '{{baseUrl}}/:brand/events?limit=5', body: 'json', auth: 'apikey' },
    params: [
      { name: 'limit', value: '5', type: 'query', enabled: true },
      { name: 'cursor', value: '', type: 'query', enabled: false },
      { name: 'brand', value: '{{brand}}', type: 'path', enabled: true },
    ],
    headers: [{ name: 'Accept', value: 'application/json', enabled: true }],
    auth: { apikey: { key: 'X-API-Key', value: '{{apiKey}}', placement: 'header' } },
    body: { json: '{\n  "a": "}"\n}' },
  });
});
