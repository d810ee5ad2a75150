// Not captured from a shop. The members and their forms are those of the sample webhooks that Shopify sends as tests, as public
// repositories have them; many members are left out. Values that the samples have as null (product type, SKU of a line, inventory item)
// are our own here.

/** products/update. A text, because the ids have more digits than a number holds. */
export const product = `{
  "admin_graphql_api_id": "gid://shopify/Product/788032119674292922",
  "body_html": "An example T-Shirt",
  "handle": "example-t-shirt",
  "id": 788032119674292922,
  "product_type": "Shirts",
  "published_at": "2021-12-31T19:00:00-05:00",
  "title": "Example T-Shirt",
  "updated_at": "2021-12-31T19:00:00-05:00",
  "vendor": "Acme",
  "status": "active",
  "tags": "example, mens, t-shirt",
  "variants": [
    {"id": 642667041472713922, "product_id": 788032119674292922, "title": "Small", "price": "19.99", "sku": "example-shirt-s",
     "position": 1, "inventory_policy": "deny", "inventory_management": "shopify", "option1": "Small", "option2": null,
     "option3": null, "inventory_item_id": 271878346596884015, "inventory_quantity": 75},
    {"id": 757650484644203962, "product_id": 788032119674292922, "title": "Medium", "price": "19.99", "sku": "example-shirt-m",
     "position": 2, "inventory_policy": "deny", "inventory_management": "shopify", "option1": "Medium", "option2": null,
     "option3": null, "inventory_item_id": null, "inventory_quantity": 50}
  ],
  "options": [{"name": "Size", "position": 1, "values": ["Small", "Medium"]}]
}`;

/** inventory_levels/update. */
export const inventoryLevel = `{
  "inventory_item_id": 271878346596884015,
  "location_id": 24826418,
  "available": null,
  "updated_at": "2021-12-31T19:00:00-05:00",
  "admin_graphql_api_id": "gid://shopify/InventoryLevel/24826418?inventory_item_id=271878346596884015"
}`;

/** orders/cancelled. */
export const order = {
  id: '820982911946154508',
  name: '#9999',
  email: 'jon@example.com',
  created_at: '2021-12-31T19:00:00-05:00',
  updated_at: '2021-12-31T19:00:00-05:00',
  cancelled_at: '2021-12-31T19:00:00-05:00',
  cancel_reason: 'customer',
  financial_status: 'voided',
  test: true,
  phone: null,
  customer: { id: '115310627314723950', phone: null, first_name: 'John', last_name: 'Smith' },
  billing_address: { first_name: 'Steve', phone: '555-625-1199', name: 'Steve Shipper', country_code: 'US' },
  shipping_address: { first_name: 'Steve', phone: '555-625-1199', name: 'Steve Shipper', country_code: 'US' },
  line_items: [
    {
      id: '866550311766439020',
      name: 'IPod Nano - 8GB',
      title: 'IPod Nano - 8GB',
      sku: 'SKU2006-001',
      price: '199.00',
      quantity: 1,
    },
  ],
  refunds: [],
};

/** refunds/create. */
export const refund = {
  id: '890088186047892319',
  order_id: '820982911946154500',
  created_at: '2021-12-31T19:00:00-05:00',
  note: 'Things were damaged',
  refund_line_items: [
    {
      id: '487817672276298627',
      quantity: 1,
      line_item_id: '487817672276298554',
      restock_type: 'no_restock',
      line_item: { id: '487817672276298554', sku: 'IPOD2008RED', quantity: 1, current_quantity: 0 },
    },
  ],
};
