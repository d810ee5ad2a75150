import { type ColumnMap, type Delimiter, delimiters, type Encoding, encodings } from '@callside/shop-data';
import { InvalidArgumentError } from 'commander';

const mostColumns = 200;

/** `sku=Variant_SKU,web_price="Variant Price"`; may be given more than once. A name with a comma needs quotes. */
export function columnMap(value: string, previous: ColumnMap = new Map()): ColumnMap {
  const map = new Map(previous);
  for (const pair of value.match(/("[^"]*"|[^",])+/g) ?? []) {
    const at = pair.indexOf('=');
    const [column, source] = [unquote(pair.slice(0, at)), unquote(pair.slice(at + 1))];
    if (at < 0 || column === '' || source === '') {
      throw new InvalidArgumentError('It must be pairs such as sku=Variant_SKU,web_price="Variant Price".');
    }
    if (map.has(column)) throw new InvalidArgumentError(`It names the column ${column} twice.`);
    map.set(column, source);
  }
  if (map.size > mostColumns) throw new InvalidArgumentError(`It must name at most ${mostColumns} columns.`);
  if (map.size === previous.size) throw new InvalidArgumentError('It must name at least one column.');
  return map;
}

export function delimiter(value: string): Delimiter {
  const found = Object.entries(delimiters).find(([name, character]) => value === name || value === character);
  if (found === undefined) throw new InvalidArgumentError(`It must be ${Object.keys(delimiters).join(', ')}.`);
  return found[1];
}

export function encoding(value: string): Encoding {
  const found = encodings.find((name) => name === value.trim().toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be ${encodings.join(', ')}.`);
  return found;
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}
