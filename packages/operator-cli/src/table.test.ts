import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { formatInstant, formatTable, printable } from './table.ts';

describe('formatTable', () => {
  it('aligns columns under their headings, without spaces at the end of a line', () => {
    expect(
      formatTable(
        ['SLUG', 'NAME'],
        [
          ['acme', 'Acme Inc.'],
          ['b', 'Bücher 📚'],
          ['longer-slug', ''],
        ],
      ),
    ).toBe(['SLUG         NAME', 'acme         Acme Inc.', 'b            Bücher 📚', 'longer-slug'].join('\n'));
  });

  it('shows the headings alone when there are no rows', () => {
    expect(formatTable(['ID', 'LABEL'], [])).toBe('ID  LABEL');
  });

  it('uses one line a row for any content', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText(), anyText())), (rows) => {
        expect(formatTable(['A', 'B'], rows).split(/[\n\r\u2028\u2029]/)).toHaveLength(rows.length + 1);
      }),
    );
  });
});

describe('printable', () => {
  it('replaces terminal control characters with a dot', () => {
    expect(printable('a\u001b[31mb\nc\u0000d\u202ee\u2028')).toBe('a·[31mb·c·d·e·');
  });

  it('does not change letters, accents and emoji', () => {
    expect(printable('Zoë Müller 李 📞')).toBe('Zoë Müller 李 📞');
  });
});

describe('formatInstant', () => {
  it('shows an instant to the minute in UTC, and a dash for none', () => {
    expect(formatInstant('2026-03-01T13:05:59.999+01:00')).toBe('2026-03-01 12:05 UTC');
    expect(formatInstant(null)).toBe('-');
  });
});
