import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The routes that the source files below a directory write down, such as `GET /:brand/chats`, sorted. A path that is not a text is named
 * as it is written, such as `GET ownerPages`.
 */
export function writtenRoutes(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return [...new Set(sources.flatMap((file) => routesIn(readFileSync(join(directory, file), 'utf8'))))].sort();
}

const declaration =
  /\.route\(\s*(?<chained>'[^']*'|`[^`]*`|\w+)\s*\)|\brouter\.(?<method>get|post|put|patch|delete|all)\(\s*(?<path>'[^']*'|`[^`]*`|\[[^\]]*\]|\w+)|^\s+\.(?<ofChain>get|post|put|patch|delete)\(/gm;

function routesIn(source: string): string[] {
  if (!source.includes('Router(')) return [];
  let chain = '';
  return [...source.matchAll(declaration)].flatMap(({ groups = {} }) => {
    const { chained, method, path, ofChain } = groups;
    if (chained !== undefined) chain = unquoted(chained);
    if (method !== undefined && path !== undefined) return [`${method.toUpperCase()} ${unquoted(path)}`];
    return ofChain === undefined ? [] : [`${ofChain.toUpperCase()} ${chain}`];
  });
}

function unquoted(text: string): string {
  return text.replaceAll(/^['`]|['`]$/g, '');
}
