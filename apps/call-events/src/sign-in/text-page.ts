import type { Response } from 'express';

interface TextPage {
  lang: string;
  title: string;
  paragraphs: readonly string[];
  link?: { path: string; text: string };
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address of `textPageStyle`. */
export const textPageStylePath = '/sign-in/page.css';

export const textPageStyle = `:root { color-scheme: light dark; --paper: #f3f2ec; --surface: #fffefa; --ink: #18211f; --line: #d5d4ca;
  --accent: #0b6058; --accent-ink: #fff; --focus: #1450d2; }
@media (prefers-color-scheme: dark) { :root { --paper: #101617; --surface: #182022; --ink: #e9eeeb; --line: #2c383a;
  --accent: #74d3c3; --accent-ink: #06201d; --focus: #9cc1ff; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem; color: var(--ink);
  background: var(--paper); font: 100% / 1.5 "Segoe UI", system-ui, -apple-system, "Helvetica Neue", "Liberation Sans", sans-serif; }
main { width: min(100%, 34rem); padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--surface);
  border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
p:last-child { margin-bottom: 0; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 1rem; font-weight: 600; color: var(--accent-ink);
  background: var(--accent); border-radius: 8px; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** A page of plain HTML, without scripts. All texts are escaped. */
export function sendTextPage(response: Response, status: number, { lang, title, paragraphs, link }: TextPage): void {
  const texts = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const way = link === undefined ? [] : [`<p><a href="${escapeHtml(link.path)}">${escapeHtml(link.text)}</a></p>`];
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – Callside</title>
<link rel="stylesheet" href="${textPageStylePath}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${[...texts, ...way].join('\n')}
</main>
</body>
</html>
`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
