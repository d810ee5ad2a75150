import { createCallEventsOpenApiDocument } from '@callside/schemas';
import { renderApiReference } from './api-reference-page.ts';

const document = {
  openapi: '3.1.1',
  info: { title: 'Demo <API>', version: '1.2.3', summary: 'For tests.', description: 'Two\n\nparagraphs with `code`.' },
  servers: [{ url: 'https://demo.example/' }],
  tags: [{ name: 'Things', description: 'All about things.' }],
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'Its name & more.' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
          kind: { enum: ['a', 'b'] },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          parent: { $ref: '#/components/schemas/Thing' },
        },
      },
      Part: { type: 'object', required: ['sku'], properties: { sku: { type: 'integer' } } },
    },
    responses: { Gone: { description: 'It is gone.' } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key.' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
  paths: {
    '/things/{id}': {
      post: {
        tags: ['Things'],
        summary: 'Change a thing',
        description: 'It changes.',
        security: [{ key: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Thing' },
              examples: { one: { summary: "It's one", value: { name: "O'Hara" } } },
            },
          },
        },
        responses: {
          200: {
            description: 'Changed.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { name: 'x' } } },
          },
          410: { $ref: '#/components/responses/Gone' },
        },
      },
      get: { security: [{ bearer: [] }], responses: {} },
    },
    '/open': { get: { tags: ['Things'], responses: {} } },
  },
};

const page = renderApiReference(document);

describe('renderApiReference', () => {
  it('shows every operation with method, path, summary and description', () => {
    expect(page).toMatch(/POST<\/span><code>\/things\/\{id\}<\/code>/);
    expect(page).toContain('Change a thing');
    expect(page).toContain('<p>It changes.</p>');
    expect(page).toContain('GET</span><code>/open</code>');
  });

  it('lists fields with type, whether they are required, and description, through references and arrays', () => {
    expect(page).toContain('<code>name</code></th><td>string</td><td>yes</td><td>Its name &amp; more.</td>');
    expect(page).toContain('<code>parts</code></th><td>array of object</td><td>no</td>');
    expect(page).toContain('<code>parts[].sku</code></th><td>integer</td><td>yes</td>');
    expect(page).toContain('<td>&quot;a&quot; or &quot;b&quot;</td>');
    expect(page).toContain('<td>string or null</td>');
    expect(page).toContain('<code>id (path)</code></th><td>string (uuid)</td><td>yes</td>');
  });

  it('shows responses, including referenced ones, and their examples', () => {
    expect(page).toContain('<dt>410</dt>');
    expect(page).toContain('It is gone.');
    expect(page).toContain('<pre>{\n  &quot;name&quot;: &quot;x&quot;\n}</pre>');
  });

  it('gives a curl line with the credential, and a body that is quoted for a shell', () => {
    expect(page).toContain(
      `curl -X POST &#39;https://demo.example/things/{id}&#39; \\\n  -H &quot;X-API-Key: $API_KEY&quot; \\\n  -H &#39;Content-Type: application/json&#39; \\\n  -d &#39;{&quot;name&quot;:&quot;O&#39;\\&#39;&#39;Hara&quot;}&#39;`,
    );
    expect(page).toContain('-H &quot;Authorization: Bearer $TOKEN&quot;');
  });

  it('has one h1, a skip link, a language and landmarks', () => {
    expect(page.match(/<h1[ >]/g)).toHaveLength(1);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('href="#operations"');
    for (const landmark of ['<header>', '<nav aria-label', '<main id="operations"']) expect(page).toContain(landmark);
  });

  it('escapes the texts of the document', () => expect(page).toContain('Demo &lt;API&gt;'));

  it.each([
    ['the demo', page],
    ['call-events', renderApiReference(createCallEventsOpenApiDocument({ version: '1' }))],
  ])('has no script, no external resources and no duplicate id (%s)', (_name, text) => {
    expect(text).not.toMatch(/<script|<link|<img|\ssrc=|url\(|@import|\son\w+=/i);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('refuses a document that is not OpenAPI', () => expect(() => renderApiReference({})).toThrow());
});
