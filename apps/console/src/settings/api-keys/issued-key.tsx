import type { IssuedApiKeyView } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { ShownOnce } from '../shown-once.tsx';

interface IssuedKeyProps {
  issued: IssuedApiKeyView;
  onDone: () => void;
}

/** The pages of the guide that say how a program uses a key. */
const guides = { 'call-events': 'six-events', recommender: 'offers-and-purchases', embed: 'embedding' } as const;

/** A new key, which is shown only this once. */
export function IssuedKey({ issued, onDone }: IssuedKeyProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return (
    <ShownOnce
      title={t('apiKeys.copyNow')}
      lead={t('apiKeys.shownOnce')}
      value={issued.key}
      what={issued.label ?? t('apiKeys.unnamed')}
      kind="key"
      done={t('apiKeys.haveIt')}
      onDone={onDone}
    >
      {issued.feature === 'call-events' && (
        <p>{t('apiKeys.sendTo', { address: `${location.origin}/call-events/call-started` })}</p>
      )}
      <p>
        <a href={`/docs/guide/${guides[issued.feature]}.html`} target="_blank" rel="noopener">
          {t(`apiKeys.guide.${issued.feature}`)}
        </a>
      </p>
      {issued.replaced !== undefined && (
        <p>{t('apiKeys.oldKeyEnds', { when: dateTime(issued.replaced.expires_at) })}</p>
      )}
    </ShownOnce>
  );
}
