import type { FileReport } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { Words } from '../../ui/words.tsx';

const mostColumns = 8;

/** The first rows as they were understood. */
export function Preview({ rows }: { rows: NonNullable<FileReport['preview']> }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const shown = names.slice(0, mostColumns);
  return (
    <details>
      <summary>{t('imports.preview')}</summary>
      <table className="data-table" aria-label={t('imports.preview')}>
        <thead>
          <tr>
            <th scope="col">{t('imports.line')}</th>
            {shown.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, values }) => (
            <tr key={line}>
              <td data-column={t('imports.line')}>{line}</td>
              {shown.map((name) => (
                <td key={name} data-column={name}>
                  <Words>{String(values[name] ?? '')}</Words>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {names.length > shown.length && (
        <p className="muted">{t('imports.moreColumns', { count: names.length - shown.length })}</p>
      )}
    </details>
  );
}
