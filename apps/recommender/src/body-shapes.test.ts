import {
  orderHistoryLineSchema,
  purchaseLineSchema,
  purchaseRequestSchema,
  recommendRequestSchema,
} from '@callside/schemas';
import { purchaseShape } from './purchases/purchase-request.ts';
import { recommendShape } from './recommend/recommend-request.ts';

test.each([
  ['/recommend', recommendShape.members, recommendRequestSchema],
  ['a line of the history', recommendShape.members.customer_order_history.elements.members, orderHistoryLineSchema],
  ['/purchase', purchaseShape.members, purchaseRequestSchema],
  ['a purchased line', purchaseShape.members.purchased_lines.elements.members, purchaseLineSchema],
])('the parser of %s reads exactly the members of its schema', (_title, members, schema) => {
  expect(Object.keys(members).sort()).toEqual(Object.keys(schema.shape).sort());
});
