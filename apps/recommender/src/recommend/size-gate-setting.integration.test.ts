import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

async function offered(service: ServiceUnderTest): Promise<string[]> {
  return skusOf(await recommend(service, { num_items: 10, customer_order_history: [] }));
}

test('without sized article types every product is offered to every customer', async () => {
  const service = await startService({
    environment: { SIZED_ARTICLE_TYPES: [] },
    catalogue: [
      { sku: '1', title: 'Ring', type: 'Ring', size: '7' },
      { sku: '2', title: 'Pendant', type: 'Pendant' },
    ],
  });
  expect((await offered(service)).toSorted()).toEqual(['1', '2']);
  await service.close();
});

test('other types can be sized, in singular or plural and any case', async () => {
  const service = await startService({
    environment: { SIZED_ARTICLE_TYPES: ['Anklets', 'TOE RING'] },
    catalogue: [
      { sku: '1', title: 'Anklet', type: 'anklet', size: '9' },
      { sku: '2', title: 'Toe Ring', type: 'Toe rings', size: '3' },
      { sku: '3', title: 'Ring', type: 'Ring', size: '7' },
    ],
  });
  expect(await offered(service)).toEqual(['3']);
  await service.close();
});

test('an empty catalogue gives null, and health is degraded', async () => {
  const service = await startService({ catalogue: [] });
  expect(await recommend(service, { num_items: 10 })).toMatchObject({ recommendations: [], recommendation: null });
  expect(await service.get('/health')).toMatchObject({
    status: 200,
    json: { status: 'degraded', catalog: { status: 'empty', items: 0 } },
  });
  await service.close();
});
