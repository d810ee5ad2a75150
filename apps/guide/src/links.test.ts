import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { headingAnchor } from '../.vitepress/heading-anchor.mts';

const root = path.join(import.meta.dirname, '../../..');
/** Installed, built or local. */
const notCommitted = /^(node_modules|dist|generated|secrets|\.git|\.data|\.turbo)$/;
const inText = /\.(md|ts|tsx|mjs|mts|ya?ml|json|cfg|conf|env|service|timer|example)$|Dockerfile$/;

function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (notCommitted.test(entry.name)) return [];
    const file = path.join(directory, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

const files = filesIn(root).filter((file) => inText.test(file));
const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, readFileSync(file, 'utf8')]));

/** Without blocks of code. */
const proseOf = (page: string) => page.replace(/^( *)```.*?^\1```$/gms, '');

function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingAnchor(heading));
}

/** A page of which a part is made when the documentation is built; the test of the served pages follows links to its headings. */
const isMade = (page: string) => page.includes('<!--@include:');

function problemOf(from: string, link: string): string | null {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? from : path.join(path.dirname(from), decodeURIComponent(target));
  if (!existsSync(file)) return `${path.relative(root, from)}: ${link}`;
  const page = pages.get(file);
  if (anchor === undefined || page === undefined || isMade(page)) return null;
  return anchorsOf(page).includes(anchor) ? null : `${path.relative(root, from)}: ${link}`;
}

it('every link of a page leads to a file of the repository, and to its heading', () => {
  const problems = [...pages].flatMap(([file, page]) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:|^\//.test(link))
      .map((link) => problemOf(file, link)),
  );
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
  expect(pages.size).toBeGreaterThan(50);
});

it('every page that code, settings or units name exists', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w.-]\/|\w)docs\/[\w/.-]+\.md\b/g)].map(([name]) => ({ file, name })),
  );
  const absent = named.filter(({ name }) => !existsSync(path.join(root, name)));
  expect(absent.map(({ file, name }) => `${path.relative(root, file)}: ${name}`)).toEqual([]);
});

it('every path of the repository that a page names exists', () => {
  const named = [...pages].flatMap(([file, page]) =>
    [...page.matchAll(/`((?:apps|packages|dev|prisma|infra|scripts|lint|examples|docs)\/[\w/.@-]+)`/g)].map(
      ([, name = '']) => ({ file, name }),
    ),
  );
  const absent = named.filter(
    ({ name }) => !/\/(dist|secrets|generated|\.env)\b|\.override\./.test(name) && !existsSync(path.join(root, name)),
  );
  expect(absent.map(({ file, name }) => `${path.relative(root, file)}: ${name}`)).toEqual([]);
});
