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
  onToken: (token: string) => Promise<void>;
}

/** Sign-in at the organisation's identity provider, or by token where there is none. */
export function SignInPage({ brand, isRefused, onToken }: SignInPageProps) {
  const { t } = useTranslation();
  const returnTo = encodeURIComponent(location.pathname + location.search);
  return (
    <main className="sign-in">
      <Wordmark />
      <h1>{t('signIn.heading', { brand: brand.name })}</h1>
      {brand.sign_in === 'provider' ? (
        <>
          {isRefused && <Notice kind="error">{t('signIn.linkRefused')}</Notice>}
          <p>
            <a className="button primary" href={`/sign-in?return_to=${returnTo}`}>
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
