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

/** The README.md of a folder is its index.html in the site (`rewrites`); VitePress leaves the links to it as they are. */
export function linksToFolders(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-to-folders', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (!href || leavesDocs(href, env.relativePath)) continue;
      token.attrSet('href', href.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md'));
    }
  });
}

/** Pages of the server that serves the guide. In docs/ they are no links, because no file has their path. */
const pagesOfTheServer = ['/docs', '/openapi.json', '/docs/asyncapi.json'];

/** Makes links to the API reference of the paths in the text. */
export function linksToServer(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-to-server', ({ tokens, env, Token }) => {
    for (const token of tokens.filter(({ type }) => type === 'inline')) {
      let isInLink = false;
      token.children = (token.children ?? []).flatMap((child) => {
        if (child.type === 'link_open') isInLink = true;
        if (child.type === 'link_close') isInLink = false;
        if (isInLink || child.type !== 'code_inline' || !pagesOfTheServer.includes(child.content)) return [child];
        const open = new Token('link_open', 'a', 1);
        // `_self`: VitePress takes it for a page that is not its own.
        open.attrs = [
          ['href', hrefFrom(env.relativePath, child.content)],
          ['target', '_self'],
        ];
        return [open, child, new Token('link_close', 'a', -1)];
      });
    }
  });
}

/** Relative, because VitePress puts the path of the guide before others. The guide is at /docs/guide/. */
function hrefFrom(page: string, path: string): string {
  return '../'.repeat(page.split('/').length + 1) + path.slice(1);
}

function leavesDocs(href: string, page: string): boolean {
  if (/^[a-z]+:|^[/#]/i.test(href)) return false;
  return path.posix.join(path.posix.dirname(page), href).startsWith('../');
}
