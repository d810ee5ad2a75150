import { apiReferenceStyle } from './api-reference-style.ts';
import { Html, html, inline, prose } from './html.ts';
import { type Body, type Field, type Operation, type Reference, readOpenApi } from './open-api-document.ts';

const placeholderBaseUrl = 'https://your-host.example';

/**
 * Renders an HTML page from an OpenAPI 3 document: every operation with its fields, answers, examples and a curl line. No script
 * and no external resources. Throws when the document is not OpenAPI 3.
 */
export function renderApiReference(document: object): string {
  const reference = readOpenApi(document);
  const { title, version, summary, description, groups } = reference;
  const page = html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<style>${apiReferenceStyle}</style>
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>${title} <span class="version">${version}</span></h1>
<p class="lead">${summary}</p>
${prose(description)}
<p class="note">${renderBaseUrl(reference)} For programs: <a href="openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Operations">${groups.map(renderContents)}</nav>
<main id="operations" tabindex="-1">
${groups.map(
  (group) => html`<section>
<h2>${group.name}</h2>
${prose(group.description)}
${group.operations.map((operation) => renderOperation(operation, reference))}
</section>
`,
)}</main>
</body>
</html>
`;
  return page.text;
}

function renderBaseUrl({ baseUrl }: Reference): Html {
  return baseUrl === undefined
    ? html`Paths are relative to the address of this page.`
    : html`Base address: <code>${baseUrl}</code>.`;
}

function renderContents({ name, operations }: Reference['groups'][number]): Html {
  if (operations.length === 0) return html``;
  const links = operations.map(
    (
      operation,
    ) => html`<li><a href="#${anchorOf(operation)}"><span class="method">${operation.method}</span>${operation.path}</a></li>
`,
  );
  return html`<p>${name}</p>
<ul>
${links}</ul>
`;
}

function renderOperation(operation: Operation, reference: Reference): Html {
  const { method, path, summary, description, security, parameters, request, responses } = operation;
  const anchor = anchorOf(operation);
  return html`<article id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title"><span class="method">${method}</span><code>${path}</code></h3>
<p class="lead">${summary}</p>
${prose(description)}
<h4>Credential</h4>
${security.length === 0 ? html`<p>None.</p>` : security.map(({ label, description }) => html`<p><code>${label}</code> ${inline(description)}</p>`)}
${
  parameters.length === 0
    ? ''
    : html`<h4>Parameters</h4>${renderFields(
        'Parameter',
        parameters.map((one) => ({ ...one, name: `${one.name} (${one.place})` })),
      )}`
}
${request === undefined ? '' : renderRequest(request)}
<h4>Responses</h4>
<dl>
${responses.map(
  (response) => html`<dt>${response.status}</dt>
<dd>${prose(response.description)}${response.status.startsWith('2') ? renderFields('Field', response.fields) : ''}${renderExamples(response)}</dd>
`,
)}</dl>
<h4>Try it</h4>
<pre>${curlLine(operation, reference)}</pre>
</article>
`;
}

function renderRequest(request: Body): Html {
  return html`<h4>Request body</h4>
<p class="note">${request.mediaType}</p>
${prose(request.description)}
${renderFields('Field', request.fields)}
${renderExamples(request)}`;
}

function renderFields(heading: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return html``;
  const rows = fields.map(
    ({ name, type, required, description }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${type}</td><td>${required ? 'yes' : 'no'}</td><td>${inline(description)}</td></tr>
`,
  );
  return html`<table>
<thead><tr><th scope="col">${heading}</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Description</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`;
}

function renderExamples({ examples, mediaType }: Body): Html {
  return html`${examples.map(
    ({ summary, value }) => html`<p class="note">Example${summary === '' ? '' : `: ${summary}`}</p>
<pre>${mediaType.includes('json') ? JSON.stringify(value, null, 2) : String(value)}</pre>
`,
  )}`;
}

function curlLine({ method, path, security, request }: Operation, { baseUrl = placeholderBaseUrl }: Reference): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl}${path}'`];
  // One credential is enough. The double quotes let the shell insert it.
  const header = security.find((scheme) => scheme.header !== undefined)?.header;
  if (header !== undefined) parts.push(`-H "${header}"`);
  const body = request?.examples[0]?.value;
  if (body !== undefined) {
    parts.push(`-H 'Content-Type: ${request?.mediaType}'`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  }
  return parts.join(' \\\n  ');
}

function anchorOf({ method, path }: Operation): string {
  return `${method}-${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}
