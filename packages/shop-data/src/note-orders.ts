import type { Query } from '@callside/database';

// Statistics hold the orders of the days before today, so orders of today change none of them. In the last 70 minutes of a day they
// count as past: the next day may begin before this transaction ends, or has begun by the clock of a service or by its later version of
// the time zones. The lock of a row that exists is wanted: an announcement waits for the lines that this transaction wrote.
const note = `
  INSERT INTO unannounced_orders (brand_id)
  SELECT id FROM brands WHERE id = $1::uuid AND $2::date < ((now() + interval '70 minutes') AT TIME ZONE time_zone)::date
  ON CONFLICT (brand_id) DO UPDATE SET written_at = now()`;

/**
 * Notes, in the transaction that wrote order lines, that `announceImport` must tell the services. `firstDay` is the first day of these
 * lines, YYYY-MM-DD; null without any. Orders of today are not noted: tomorrow, the services load all orders. A note that stays for a
 * minute is from an import that was killed or that waits for its source; the services then load the orders as well.
 */
export async function noteOrders(query: Query, brandId: string, firstDay: string | null): Promise<void> {
  if (firstDay !== null) await query(note, [brandId, firstDay]);
}
