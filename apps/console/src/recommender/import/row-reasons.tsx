import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Words } from '../../ui/words.tsx';
import { rowInWords } from './row-words.ts';

interface RowReasonsProps {
  /** Its accessible name. */
  title: string;
  rows: { line: number; reason: string }[];
  /** Of all, of which `rows` are the first. */
  total: number;
}

/** Rows of a file by line, each with what is wrong with it. */
export function RowReasons({ title, rows, total }: RowReasonsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (rows.length === 0) return null;
  return (
    <div className="row-reasons">
      <table className="data-table" aria-label={title}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('imports.line')}</th>
            <th scope="col">{t('imports.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, reason }, index) => (
            // A line may be named twice.
            <tr key={index}>
              <td data-column={t('imports.line')}>{number(line)}</td>
              <td data-column={t('imports.reason')}>
                <Words>{rowInWords(reason)}</Words>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && <p className="muted">{t('imports.more', { rows: number(total - rows.length) })}</p>}
    </div>
  );
}
