import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Query } from '@callside/database';
import { callOffersSchema } from '@callside/schemas';
import { type Connections, operate } from './fuzz-connections.ts';

/** A call of the owner for which the recommender has offered something. */
export interface OfferedCall {
  reference: string;
  recommendationId: string;
  /** Of one of the offers. */
  sku: string;
}

/** Of two customers. */
const phone = '4155550134';
const orders = ['phone,sku,order_date,customer_id', `${phone},101,2026-01-02,c-1`, `${phone},102,2026-01-03,c-2`];

/** Lets call-events ask the recommender. */
export async function connectRecommender(connections: Connections, port: number, key: string): Promise<void> {
  const { brand, directory } = connections;
  const [keyFile, ordersFile] = [join(directory, 'recommender.key'), join(directory, 'customers.csv')];
  await writeFile(keyFile, key);
  await writeFile(ordersFile, `${orders.join('\n')}\n`);
  await operate(connections, ['orders', 'import', ordersFile, '--brand', brand]);
  const url = `http://127.0.0.1:${port}`;
  await operate(connections, ['recommender', 'set', '--brand', brand, '--url', url, '--key-file', keyFile]);
}

interface CallStart {
  origin: string;
  brand: string;
  key: string;
  token: string;
  agentEmail: string;
  query: Query;
}

export async function startOfferedCall({
  origin,
  brand,
  key,
  token,
  agentEmail,
  query,
}: CallStart): Promise<OfferedCall> {
  await post(
    `${origin}/call-events/call-started`,
    { 'X-API-Key': key },
    { agent_email: agentEmail, phone_number: phone },
  );
  const [call] = await query<{ reference: string }>('SELECT reference FROM calls ORDER BY started_at DESC LIMIT 1');
  const reference = call?.reference ?? '';
  const path = `${origin}/${brand}/calls/${reference}/offers`;
  const { recommendation_id, items } = callOffersSchema.parse(
    await post(path, { Authorization: `Bearer ${token}` }, {}),
  );
  const [item] = items;
  if (recommendation_id === null || item === undefined) throw new Error('the recommender offered nothing');
  return { reference, recommendationId: recommendation_id, sku: item.sku };
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
