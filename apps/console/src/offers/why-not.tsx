import { type CallOffers, whyNotSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import type { Product } from './found-products.ts';
import { ProductSearch } from './product-search.tsx';
import { reasonInWords } from './why-not-words.ts';

/** Finds a product, and says why it is not among the offers. */
export function WhyNot({ offers }: { offers: CallOffers }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Product | null>(null);
  return (
    <div className="why-not">
      <ProductSearch label={t('offers.whyNot.label')} onChoose={setAsked} emptyText="offers.whyNot.notFound" />
      <div role="status">{asked !== null && <Answer offers={offers} product={asked} />}</div>
    </div>
  );
}

/** Paragraphs, because the list of this part is that of the offers. */
function Answer({ offers, product: { sku, title } }: { offers: CallOffers; product: Product }) {
  const { t, i18n } = useTranslation();
  const { api } = useSession();
  const formats = useFormats();
  const { call_reference: reference, recommendation_id: id } = offers;
  const { data, error } = useQuery({
    queryKey: ['why-not', reference, id, sku],
    queryFn: () =>
      api.get(`calls/${reference}/why-not?${new URLSearchParams({ recommendation_id: id ?? '', sku })}`, whyNotSchema),
  });
  if (data === undefined) return <p>{error === null ? t('offers.whyNot.asking') : error.message}</p>;
  const words = { t, formats, offers, rank: data.rank };
  return (
    <>
      <p>
        <b>{title}</b> <small>{sku}</small>
      </p>
      {data.offered && <p>{t('offers.whyNot.offered', { rank: formats.number(data.rank ?? 1) })}</p>}
      {data.reasons.map((reason) => (
        <p key={reason.code}>{i18n.language === 'en' ? reason.text : reasonInWords(reason, words)}</p>
      ))}
      {!data.offered && <p className="offers-age">{t('offers.whyNot.asOfNow')}</p>}
    </>
  );
}
