import { randomUUID } from 'node:crypto';
import type { Deployment } from './deployment.ts';

/**
 * Creates the data of a working day: a customer with orders who calls, an earlier call, an agent that is not resolved, a refused
 * request, and colleagues. Resolves when the call is live.
 */
export async function makeBusyDay({ query, post, brand, rep, url, key }: Deployment): Promise<void> {
  await query(
    `UPDATE brands SET name = 'Northwind Jewellers', shown_metadata = '{queue,campaign}', frame_origins = '{https://crm.example}'
      WHERE id = $1`,
    [brand.id],
  );
  const customerId = randomUUID();
  await query(
    `INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, '0042178', 'Ada Example', '+14155552671')`,
    [customerId, brand.id],
  );
  await query(
    `INSERT INTO order_lines (brand_id, customer_id, sku, product_title, order_date, qty, unit_price, order_id)
     SELECT $1, $2, sku, title, current_date - days, 1, price, 'o-' || days
       FROM (VALUES ('401', 'Sapphire Pendant', 40, 129.99), ('403', 'Opal Pendant', 200, 99.5)) AS o (sku, title, days, price)`,
    [brand.id, customerId],
  );
  await query(
    `INSERT INTO users (id, brand_id, email, name, role, status)
     VALUES (gen_random_uuid(), $1, 'mika@reps.example', 'Mika Lind', 'rep', 'active'),
            (gen_random_uuid(), $1, 'sam@reps.example', 'Sam Reyes', 'rep', 'invited')`,
    [brand.id],
  );
  await post('call-started', { agent_email: 'SIP/1001', phone_number: '+14155552600', event_id: 'sip-1' });
  await post('call-started', { phone_number: '+14155552688', event_id: 'earlier-start' });
  await post('call-ended', { event_id: 'earlier-end' });
  await fetch(`${url}/call-events/call-started`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify({ agent_email: rep.email, phone_number: 4155552671 }),
  });
  const metadata = { queue: 'Rings and pendants', campaign: 'Winter', internal: 'not shown' };
  await post('call-started', { phone_number: '(415) 555-2671', event_id: 'start', metadata });
}
