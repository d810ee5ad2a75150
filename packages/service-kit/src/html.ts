/** Escaped markup, safe to insert into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** Markup from a template. Inserted values are escaped, unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((literal, index) => literal + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(render).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The little Markdown that descriptions use: paragraphs, lists with hyphens, code in backticks. */
export function prose(text: string): Html {
  const blocks = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const firstItem = lines.findIndex((line) => line.startsWith('- '));
    if (firstItem < 0) return html`<p>${inline(lines.join(' '))}</p>`;
    const before = lines.slice(0, firstItem).join(' ');
    const items = lines.slice(firstItem).join('\n').slice(2).split('\n- ');
    const list = items.map((item) => html`<li>${inline(item.replaceAll('\n', ' '))}</li>`);
    return html`${before === '' ? '' : html`<p>${inline(before)}</p>`}<ul>${list}</ul>`;
  });
  return html`${blocks}`;
}

/** One line of this Markdown. */
export function inline(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return part;
    return index === parts.length - 1 ? `\`${part}` : html`<code>${part}</code>`;
  })}`;
}
