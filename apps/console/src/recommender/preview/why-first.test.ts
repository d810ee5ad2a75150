import type { RecommendationItem, TitledPreview } from '@callside/schemas';
import { createInstance } from 'i18next';
import english from '../../texts/en.json';
import { whyFirst } from './why-first.ts';

const texts = createInstance();
beforeAll(() =>
  texts.init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } }),
);

const percent = (share: number) => `${share * 100} %`;

function offer(fields: Partial<RecommendationItem>): RecommendationItem {
  return {
    rank: 1,
    sku: '1',
    title: 'Opal Ring',
    web_price: 99,
    article_type: 'ring',
    size: 0,
    rerank_score: 2,
    slot: 1,
    reasons: [],
    ...fields,
  };
}

function preview(recommendations: RecommendationItem[], fields: Partial<TitledPreview> = {}): TitledPreview {
  return {
    recommendations,
    recommendation: recommendations[0] ?? null,
    resolved_purchased: [],
    history_size: 2,
    customer_found: true,
    normalized_phone: '4155550134',
    fallback: false,
    feature_schema_hash: 'f',
    artifact_version: 'v7',
    catalog_version: 'c',
    titles: { 9: 'Gold Clasp' },
    ...fields,
  };
}

const second = offer({ rank: 2, sku: '2', title: 'Pearl Studs', rerank_score: 1 });

test.each([
  ['nothing is offered', preview([]), []],
  ['the model ranks', preview([offer({}), second]), [/model v7 .* highest score/]],
  ['no model ranks', preview([offer({}), second], { fallback: true, artifact_version: 'none' }), [/No model/]],
  ['the model was late', preview([offer({}), second], { fallback: true, degraded: ['model'] }), [/No model/]],
  ['nothing is known of the caller', preview([offer({}), second], { fallback: true }), [/The model was not used/]],
  [
    'a rule moved it',
    preview([offer({ rerank_score: 0.5, rules: ['summer'] }), second]),
    [/rule summer/, /“Pearl Studs” has a higher score/],
  ],
  [
    'the chances are known',
    preview([offer({ purchase_probability: 0.25, reasons: ['often_bought_with:9'] }), second]),
    [/model v7/, /25 %/, /often bought together with Gold Clasp/],
  ],
])('says why the first is first when %s', (_, answer, sentences) => {
  const said = whyFirst(texts.t, answer, { percent });
  expect(said).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});
