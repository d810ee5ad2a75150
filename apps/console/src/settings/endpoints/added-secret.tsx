import type { AddedEndpoint } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { Words } from '../../ui/words.tsx';
import { ShownOnce } from '../shown-once.tsx';

/** The secret of a new endpoint, which is shown only this once. */
export function AddedSecret({ added, onDone }: { added: AddedEndpoint; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('endpoints.copyNow')}
      lead={<Words>{t('endpoints.shownOnce', { url: added.url })}</Words>}
      value={added.secret}
      what={t('endpoints.secret')}
      kind="secret"
      done={t('endpoints.haveIt')}
      onDone={onDone}
    >
      <p>
        <a href="/docs/guide/endpoints.html" target="_blank" rel="noopener">
          {t('endpoints.guide')}
        </a>
      </p>
    </ShownOnce>
  );
}
