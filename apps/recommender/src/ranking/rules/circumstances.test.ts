import { circumstancesOf, placesOf } from './circumstances.ts';

test.each([
  ['+14155550134', '1', '415'],
  ['+1415', '1', '415'],
  ['+442079460958', '44', '20'],
  ['+4930123456', '49', '30'],
  ['+79161234567', '7', '91'],
  ['+353861234567', '353', '86'],
  ['+972501234567', '972', '50'],
  ['+8613800138000', '86', '13'],
])('the number %s is of the country code %s and its area %s', (number, country, area) => {
  expect(placesOf(number)).toEqual([
    { dimension: 'country code', value: country },
    { dimension: `area of ${country}`, value: area },
  ]);
});

test('what is known of a request: places, source, hour and context, without case', () => {
  expect(circumstancesOf({ phone: '4155550134', source: 'IVR', hour: 9, context: { queue: ' Sales' } })).toEqual([
    { dimension: 'country code', value: '1' },
    { dimension: 'area of 1', value: '415' },
    { dimension: 'source', value: 'ivr' },
    { dimension: 'hour', value: '9' },
    { dimension: 'context queue', value: 'sales' },
  ]);
});

test('nobody is from nowhere', () => {
  const known = circumstancesOf({ phone: '0000000000', source: 'desk', hour: 0, context: {} });
  expect(known.map(({ dimension }) => dimension)).toEqual(['source', 'hour']);
});
