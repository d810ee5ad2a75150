import type { BrandOfHost } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { TokenSignIn } from './token-sign-in.tsx';
import './sign-in.css';

interface SignInPageProps {
  brand: BrandOfHost;
  /** The service did not accept the last token. */
  isRefused: boolean;
  onToken: (token: string) => Promise<unknown>;
}

/** Sign-in at the organisation's identity provider, or by token where there is none. */
export function SignInPage({ brand, isRefused, onToken }: SignInPageProps) {
  const { t } = useTranslation();
  const page = location.pathname + location.search;
  // Without a page the service decides: an owner begins with the results.
  const signIn = page === '/' ? '/sign-in' : `/sign-in?return_to=${encodeURIComponent(page)}`;
  return (
    <main className="sign-in">
      <Wordmark />
      <h1>{t('signIn.heading', { brand: brand.name })}</h1>
      {brand.sign_in === 'provider' ? (
        <>
          {isRefused && <Notice kind="error">{t('signIn.linkRefused')}</Notice>}
          <p>
            <a className="button primary" href={signIn}>
              {t('signIn.withProvider')}
            </a>
          </p>
        </>
      ) : (
        <TokenSignIn isRefused={isRefused} onToken={onToken} />
      )}
    </main>
  );
}
