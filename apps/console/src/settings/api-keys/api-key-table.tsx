import type { ApiKeyView } from '@callside/schemas';
import { dayText, endText, featureWords, keyName, lastUseText } from './api-key-words.ts';

interface ApiKeyTableProps {
  keys: readonly ApiKeyView[];
  /** In ms since 1970. */
  now: number;
  labelledBy: string;
  /** Absent for keys that are revoked or expired. */
  onRevoke?: (key: ApiKeyView) => void;
}

export function ApiKeyTable({ keys, now, labelledBy, onRevoke }: ApiKeyTableProps) {
  return (
    <table className="keys" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Opens</th>
          <th scope="col">Issued</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          {onRevoke !== undefined && (
            <th scope="col">
              <span className="for-screen-readers">Revoke</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row" className={key.label === null ? 'none' : undefined}>
              {key.label ?? 'Unnamed'}
            </th>
            <td data-column="Opens">{featureWords[key.feature]}</td>
            <td data-column="Issued">
              <time dateTime={key.created_at}>{dayText(key.created_at)}</time>
            </td>
            <td data-column="Last used">{lastUseText(key, now)}</td>
            <td data-column="Ends">{endText(key, now)}</td>
            {onRevoke !== undefined && (
              <td className="actions">
                <button type="button" onClick={() => onRevoke(key)} aria-label={`Revoke ${keyName(key)}`}>
                  Revoke
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
