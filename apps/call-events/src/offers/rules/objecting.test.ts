import { numberOfCustomer, objectingOn } from './objecting.ts';

const [code, theirs, ofCall] = ['C1', '+14155550100', '+14155550111'];

it.each([
  ['a customer with a code', { customerId: code, customerNumber: theirs, phoneNumber: ofCall }, [code, ofCall], theirs],
  ['one who shares the number', { customerId: code, customerNumber: theirs, phoneNumber: null }, [code], theirs],
  [
    'one without a code, from elsewhere',
    { customerId: null, customerNumber: theirs, phoneNumber: ofCall },
    [theirs, ofCall],
    theirs,
  ],
  ['one without a code', { customerId: null, customerNumber: theirs, phoneNumber: theirs }, [theirs], theirs],
  ['a number without a customer', { customerId: null, customerNumber: null, phoneNumber: ofCall }, [ofCall], ofCall],
  ['a withheld number', { customerId: null, customerNumber: null, phoneNumber: 'anonymous' }, [], null],
  ['a placeholder like a number', { customerId: null, customerNumber: null, phoneNumber: '+266696687' }, [], null],
])('%s', (_, caller, names, number) => {
  expect(objectingOn(caller).map(({ customerId, phoneNumber }) => customerId ?? phoneNumber)).toEqual(names);
  expect(numberOfCustomer(caller)).toBe(number);
});
