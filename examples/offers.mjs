// An IVR that asks for offers for a caller, and confirms what was sold.

import { randomUUID } from 'node:crypto';
import { RecommenderClient } from '@callside/client';
import { readOptions } from './lib/example-options.mjs';
import { phone, recommenderUrl } from './lib/example-services.mjs';
import { runExample } from './lib/run-example.mjs';

const options = readOptions({
  about: 'Asks for offers and sells the first of them.',
  options: {
    url: recommenderUrl,
    key: { about: 'API key for the recommender', setting: 'DEMO_RECOMMENDER_KEY' },
    phone: { ...phone, fallback: '+14155552671' },
    items: { about: 'the most offers to ask for, 1 to 10', fallback: '3' },
  },
});

await runExample(async () => {
  // The caller is waiting: retry at most once, soon.
  const recommender = new RecommenderClient({ baseUrl: options.url, apiKey: options.key, retryDelaysMs: [500] });

  const offers = await recommender.recommend({ phone: options.phone, num_items: Number(options.items) });
  for (const { rank, title, web_price, reasons } of offers.recommendations) {
    console.log(`${rank}. ${title}, $${web_price.toFixed(2)} (${reasons.join(', ')})`);
  }
  if (offers.recommendation === null) {
    console.log('nothing qualifies');
    return;
  }

  const { sku, web_price } = offers.recommendation;
  const sale = await recommender.purchase({
    phone: options.phone,
    recommendation_id: offers.recommendation_id,
    // With its order_line_id a line counts once, also when it is confirmed several times.
    purchased_lines: [{ sku, qty: 1, unit_price: web_price, order_line_id: `example-${randomUUID()}` }],
  });
  console.log(`sold ${sku}: purchase ${sale.purchase_id}, converted: ${sale.converted}, $${sale.matched_revenue}`);
});
