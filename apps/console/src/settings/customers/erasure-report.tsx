import { type ErasureView, erasureCounts } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Words } from '../../ui/words.tsx';
import '../../ui/data-table.css';

/** Who is meant, how much is on file of them, and what stays. */
export function ErasureReport({ report }: { report: ErasureView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { found, left } = report;
  return (
    <>
      {found.length === 0 ? (
        <p>{t('customers.notOnFile')}</p>
      ) : (
        <ul aria-label={t('customers.found')}>
          {found.map(({ customer_id, name }, index) => (
            // A customer without a code has no id here.
            <li key={index}>
              <Words>
                {[name, customer_id ?? t('customers.withoutCode')].filter((text) => text !== null).join(', ')}
              </Words>
            </li>
          ))}
        </ul>
      )}
      <table className="data-table" aria-label={t('customers.rows')}>
        <thead>
          <tr>
            <th scope="col">{t('customers.what')}</th>
            <th scope="col">{t('customers.number')}</th>
          </tr>
        </thead>
        <tbody>
          {erasureCounts.map((name) => (
            <tr key={name}>
              <td data-column={t('customers.what')}>{t(`customers.tables.${name}`)}</td>
              <td data-column={t('customers.number')}>{number(report[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left.length > 0 && (
        <>
          <h3>{t('customers.stays')}</h3>
          <ul>
            {left.map(({ kind, number: other, count }) => (
              <li key={`${kind} ${other}`}>{t(`customers.left.${kind}`, { count, number: other ?? '' })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
