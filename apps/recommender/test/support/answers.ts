import {
  type PurchaseResponse,
  type PurchaseVoidResponse,
  purchaseResponseSchema,
  purchaseVoidResponseSchema,
  type RecommendResponse,
  recommendResponseSchema,
} from '@callside/schemas';
import type { HttpAnswer } from '@callside/test-kit';
import type { ServiceUnderTest } from './service-under-test.ts';

export const aPhone = '4155550134';

/** The body of a 200 of POST /recommend; the given fields are added to a phone number. */
export async function recommend(
  { post }: Pick<ServiceUnderTest, 'post'>,
  body: Record<string, unknown> = {},
): Promise<RecommendResponse> {
  return read(await post('/recommend', { phone: aPhone, ...body }), recommendResponseSchema);
}

/** The body of a 200 of POST /purchase. */
export async function purchase(
  { post }: Pick<ServiceUnderTest, 'post'>,
  body: Record<string, unknown>,
): Promise<PurchaseResponse> {
  return read(await post('/purchase', { phone: aPhone, ...body }), purchaseResponseSchema);
}

/** The body of a 200 of POST /purchase/{purchase_id}/void. */
export async function voidPurchase(
  { post }: Pick<ServiceUnderTest, 'post'>,
  purchaseId: string,
  body: string | object = '',
): Promise<PurchaseVoidResponse> {
  return read(await post(`/purchase/${purchaseId}/void`, body), purchaseVoidResponseSchema);
}

export function skusOf({ recommendations }: RecommendResponse): string[] {
  return recommendations.map(({ sku }) => sku);
}

/** The unchanged body, after it was checked against the contract. */
function read<Body>(answer: HttpAnswer, schema: { parse: (value: unknown) => Body }): Body {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  const body = schema.parse(answer.json);
  expect(answer.json).toEqual(body);
  return body;
}
