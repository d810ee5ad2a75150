import { type CallOffers, longestSize, type SaidSizes } from '@callside/schemas';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShopWords } from '../app/use-shop-words.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

interface SizeFieldProps {
  offers: CallOffers;
  isAsking: boolean;
  /** null takes an answer back. */
  onSay: (said: SaidSizes, onDone?: () => void) => void;
}

/** The size to ask the caller for, and those that they said. Each answer asks for offers again. */
export function SizeField({ offers: { next_question: question, known_sizes }, isAsking, onSay }: SizeFieldProps) {
  const { t } = useTranslation();
  const inWords = useShopWords();
  const [size, setSize] = useState('');
  const group = useRef<HTMLElement>(null);
  const known = Object.entries(known_sizes);
  const say = (said: SaidSizes) => {
    onSay(said, () => setSize(''));
    // The field or the button leaves with the answer.
    group.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question !== null && size.trim() !== '' && !isAsking) say({ [question.article_type]: size.trim() });
  };
  return (
    <section ref={group} className="anchors" aria-label={t('offers.sizes')} tabIndex={-1}>
      {question !== null && (
        <form className="size-question" onSubmit={submit}>
          <TextField
            label={t('offers.askSize', {
              type: inWords(question.article_type) ?? question.article_type,
              count: question.opens,
            })}
            value={size}
            maxLength={longestSize}
            onChange={setSize}
          />
          <Button type="submit">{t('offers.useSize')}</Button>
        </form>
      )}
      {known.length > 0 && (
        <ul className="anchor-choices" aria-label={t('offers.saidSizes')}>
          {known.map(([type, said]) => (
            <li key={type} className="anchor">
              {t('offers.saidSize', { type: inWords(type) ?? type, size: said })}
              <Button
                variant="quiet"
                aria-label={t('offers.forgetSize', { type: inWords(type) ?? type, size: said })}
                onPress={() => !isAsking && say({ [type]: null })}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
