// Not captured from a shop. The order was compared with the example of the WooCommerce REST API v3 (order 727), as public repositories have
// it. Product and variation have the members of that API and values of our own. Many members are left out. SKUs are our own.

export const product = {
  id: 794,
  name: 'Premium Quality',
  type: 'simple',
  status: 'publish',
  catalog_visibility: 'visible',
  sku: 'QUALITY-1',
  price: '21.99',
  regular_price: '21.99',
  sale_price: '',
  date_modified: '2017-03-23T17:01:14',
  date_modified_gmt: '2017-03-23T20:01:14',
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
  parent_id: 0,
  categories: [
    { id: 9, name: 'Clothing', slug: 'clothing' },
    { id: 14, name: 'T-shirts', slug: 't-shirts' },
  ],
  attributes: [],
};

export const variation = {
  id: 732,
  name: 'Ship Your Idea - Black',
  type: 'variation',
  status: 'publish',
  sku: 'SHIP-M',
  price: '9.00',
  regular_price: '9.00',
  date_modified_gmt: '2017-03-23T03:53:11',
  manage_stock: 'parent',
  stock_quantity: 3,
  stock_status: 'instock',
  parent_id: 22,
  categories: [],
  attributes: [{ id: 6, name: 'Color', option: 'Black' }],
};

export const order = {
  id: 727,
  parent_id: 0,
  number: '727',
  status: 'processing',
  date_created: '2017-03-22T16:28:02',
  date_created_gmt: '2017-03-22T19:28:02',
  date_modified_gmt: '2017-03-22T19:28:08',
  billing: { first_name: 'John', last_name: 'Doe', email: 'john.doe@example.com', phone: '(555) 555-5555' },
  line_items: [
    { id: 315, name: 'Woo Single #1', product_id: 93, variation_id: 0, quantity: 2, sku: 'WOO-93', price: 3 },
    {
      id: 316,
      name: 'Ship Your Idea &ndash; Color: Black, Size: M Test',
      product_id: 22,
      variation_id: 23,
      quantity: 1,
      sku: 'SHIP-B',
      price: 12,
    },
  ],
  refunds: [],
};
