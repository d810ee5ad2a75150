import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** A link to a file of the repository outside docs/ has no target in the site: its text is kept without the link. */
export function linksWithinDocs(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-within-docs', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (!href || !leavesDocs(href, env.relativePath)) continue;
        token.attrs = null;
        token.tag = 'span';
        // Links are not nested, so the next `link_close` belongs to this link.
        const end = children?.slice(children.indexOf(token)).find(({ type }) => type === 'link_close');
        if (end) end.tag = 'span';
      }
    }
  });
}

/** The API reference is not a file of docs/, but a page of the same server. */
const pagesOfTheServer = ['../../docs', '../../openapi.json', '../asyncapi.json'];

function leavesDocs(href: string, page: string): boolean {
  if (/^[a-z]+:|^[/#]/i.test(href) || pagesOfTheServer.includes(href)) return false;
  return path.posix.join(path.posix.dirname(page), href).startsWith('../');
}
