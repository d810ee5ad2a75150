import { erasureRequestSchema } from './erasure.ts';

test('a code is read without invisible characters, and one of nothing else is refused', () => {
  const read = (customer_id: string) => erasureRequestSchema.safeParse({ customer_id, dry_run: true });
  expect(read('\u200b0042\u00a0').data).toMatchObject({ customer_id: '0042' });
  expect(read('\u200b').error?.issues[0]?.message).toBe('customer_id must not be empty');
});
