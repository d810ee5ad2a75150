import { apiKeySchema } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import type { ApiKeyWish } from './api-key-requests.ts';
import { featureWords } from './api-key-words.ts';

interface IssueKeyFormProps {
  /** Resolves to whether a key was issued. */
  onIssue: (wish: ApiKeyWish) => Promise<boolean>;
}

const lifetimes = [
  { expiresIn: '', text: 'Never' },
  { expiresIn: '30d', text: 'After 30 days' },
  { expiresIn: '90d', text: 'After 90 days' },
  { expiresIn: '365d', text: 'After a year' },
];

const features = apiKeySchema.shape.feature.options;

export function IssueKeyForm({ onIssue }: IssueKeyFormProps) {
  const [isBusy, setIsBusy] = useState(false);

  const issue = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const feature = apiKeySchema.shape.feature.parse(form.get('feature'));
    setIsBusy(true);
    const isIssued = await onIssue({
      feature,
      label: String(form.get('label') ?? ''),
      expiresIn: String(form.get('expires_in') ?? '') || null,
    });
    if (!isIssued) setIsBusy(false);
  };

  return (
    <form className="issue" onSubmit={issue} aria-labelledby="issue-heading">
      <h2 id="issue-heading">New key</h2>
      <div className="fields">
        <div>
          <label htmlFor="key-label">Name</label>
          <input id="key-label" name="label" maxLength={200} autoComplete="off" placeholder="Main dialler" />
        </div>
        <div>
          <label htmlFor="key-feature">Opens</label>
          <select id="key-feature" name="feature">
            {features.map((feature) => (
              <option key={feature} value={feature}>
                {featureWords[feature]}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor="key-end">Ends</label>
          <select id="key-end" name="expires_in">
            {lifetimes.map(({ expiresIn, text }) => (
              <option key={expiresIn} value={expiresIn}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="primary" disabled={isBusy}>
          Issue key
        </button>
      </div>
    </form>
  );
}
