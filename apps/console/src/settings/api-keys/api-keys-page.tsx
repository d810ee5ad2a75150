import type { ApiKeyView, IssuedApiKeyView } from '@callside/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandApiError } from '../../app/brand-api.ts';
import { useSession } from '../../app/session.tsx';
import { Page } from '../../ui/page.tsx';
import { type ApiKeyWish, issueKey, listKeys, revokeKey } from './api-key-requests.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import { keyName, standingOf } from './api-key-words.ts';
import { IssueKeyForm } from './issue-key-form.tsx';
import { IssuedKey } from './issued-key.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import './settings.css';

/** A brand's API keys: list, issue and revoke. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const { api, lookAgain } = useSession();
  const [keys, setKeys] = useState<readonly ApiKeyView[] | null>(null);
  const [issued, setIssued] = useState<IssuedApiKeyView | null>(null);
  const [toRevoke, setToRevoke] = useState<ApiKeyView | null>(null);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const listHeading = useRef<HTMLHeadingElement>(null);

  /** Returns whether the work succeeded. Shows an error, unless the session has ended and this page closes. */
  const attempt = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      setProblem('');
      setDone('');
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof BrandApiError && error.status === 401) lookAgain();
        else setProblem(error instanceof BrandApiError ? error.message : String(error));
        return false;
      }
    },
    [lookAgain],
  );

  const list = useCallback(() => attempt(async () => setKeys(await listKeys(api))), [api, attempt]);
  useEffect(() => {
    void list();
  }, [list]);

  const issue = (wish: ApiKeyWish) =>
    attempt(async () => {
      setIssued(await issueKey(api, wish));
      setKeys(await listKeys(api));
    });

  const revoke = async (key: ApiKeyView) => {
    const isRevoked = await attempt(async () => {
      const revoked = await revokeKey(api, key.id);
      setKeys((known) => known?.map((each) => (each.id === revoked.id ? revoked : each)) ?? null);
      setDone(`${keyName(key)} is revoked.`);
      setToRevoke(null);
    });
    if (!isRevoked) setToRevoke(null);
  };

  // The button that opened the dialog has been removed with the key's row.
  useEffect(() => {
    if (done !== '') listHeading.current?.focus();
  }, [done]);

  const now = Date.now();
  const good = keys?.filter((key) => standingOf(key, now) === 'good') ?? [];
  const ended = keys?.filter((key) => standingOf(key, now) !== 'good') ?? [];
  return (
    <Page title={t('apiKeys.title')}>
      <p className="lead">
        A key lets a program act for your brand: a dialler that reports calls, or one that asks for offers. Give each
        program its own, so that you can end one without the others.
      </p>
      {problem !== '' && (
        <p className="notice" data-kind="error" role="alert">
          {problem}
        </p>
      )}
      {issued === null ? (
        <IssueKeyForm onIssue={issue} />
      ) : (
        <IssuedKey issued={issued} onDone={() => setIssued(null)} />
      )}
      <section aria-labelledby="keys-heading">
        <h2 id="keys-heading" ref={listHeading} tabIndex={-1}>
          Keys in use
        </h2>
        <p className="done" role="status">
          {done}
        </p>
        {keys === null && problem === '' && <p className="muted">Reading the keys…</p>}
        {keys === null && problem !== '' && (
          <button type="button" onClick={() => void list()}>
            Read the keys again
          </button>
        )}
        {keys !== null && good.length === 0 && <p className="muted">None. A dialler needs one to report calls.</p>}
        {good.length > 0 && <ApiKeyTable keys={good} now={now} onRevoke={setToRevoke} labelledBy="keys-heading" />}
        {ended.length > 0 && (
          <details className="ended-keys">
            <summary id="ended-heading">Revoked and expired ({ended.length})</summary>
            <ApiKeyTable keys={ended} now={now} labelledBy="ended-heading" />
          </details>
        )}
      </section>
      {toRevoke !== null && (
        <RevokeDialog apiKey={toRevoke} onKeep={() => setToRevoke(null)} onRevoke={() => revoke(toRevoke)} />
      )}
    </Page>
  );
}
