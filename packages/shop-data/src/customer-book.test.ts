import { type Customer, CustomerBook, type CustomerHint } from './customer-book.ts';

function createBook(...known: Customer[]) {
  let opened = 0;
  return new CustomerBook(known, () => {
    opened += 1;
    return `new ${opened}`;
  });
}

const hint = (customerId: string | null, phoneNumber: string | null, name: string | null = null): CustomerHint => ({
  customerId,
  phoneNumber,
  name,
});
const known = (id: string, ...args: Parameters<typeof hint>): Customer => ({ id, ...hint(...args) });

describe('the customer of a row', () => {
  it('is the one with its customer id, for any number', () => {
    const book = createBook(known('a', 'C1', '+1'), known('b', 'C2', '+2'));
    expect(book.identify(hint('C1', '+2'))).toBe('a');
    expect(book.changed.size).toBe(0);
    expect(book.otherNumbers).toBe(1);
  });

  it('is a new one when the customer id is unknown, also when the number is known', () => {
    const book = createBook(known('a', null, '+1'));
    expect(book.identify(hint('C1', '+1', 'Ann'))).toBe('new 1');
    expect(book.identify(hint('C1', '+1'))).toBe('new 1');
    expect([...book.opened.values()]).toEqual([known('new 1', 'C1', '+1', 'Ann')]);
  });

  it('a row without a customer id belongs to the customer with the number alone', () => {
    const book = createBook(known('a', 'C1', '+1'), known('b', null, '+1'));
    expect(book.identify(hint(null, '+1'))).toBe('b');
  });

  it('a row without a customer id belongs to the only customer who has the number, if none has the number alone', () => {
    expect(createBook(known('a', 'C1', '+1')).identify(hint(null, '+1'))).toBe('a');
  });

  it('is a new one when several have the number', () => {
    const book = createBook(known('a', 'C1', '+1'), known('b', 'C2', '+1'));
    expect(book.identify(hint(null, '+1'))).toBe('new 1');
    expect(book.identify(hint(null, '+1'))).toBe('new 1');
  });

  it('may have been added or given the number by an earlier row', () => {
    const book = createBook(known('a', 'C1', null));
    expect(book.identify(hint('C2', '+2'))).toBe('new 1');
    expect(book.identify(hint(null, '+2'))).toBe('new 1');
    expect(book.identify(hint('C1', '+1'))).toBe('a');
    expect(book.identify(hint(null, '+1'))).toBe('a');
    expect(book.identify(hint('C3', '+1'))).toBe('new 2');
    expect(book.identify(hint(null, '+1'))).toBe('new 3');
  });

  it('is identified by id when there is no number', () => {
    const book = createBook();
    expect(book.identify(hint('C1', null))).toBe('new 1');
    expect(book.identify(hint('C2', null))).toBe('new 2');
    expect(book.identify(hint('C1', null))).toBe('new 1');
  });

  it('is found once when it was read twice', () => {
    const book = createBook(known('a', 'C1', '+1'), known('a', 'C1', '+1'));
    expect(book.identify(hint(null, '+1'))).toBe('a');
  });
});

describe('the data of a customer', () => {
  it('gets a missing number and name and a changed name, but never another number', () => {
    const book = createBook(known('a', 'C1', null), known('b', 'C2', '+2', 'Bob'), known('c', 'C3', '+3', 'Cy'));
    book.identify(hint('C1', '+1', 'Ann'));
    book.identify(hint('C2', '+9', 'Robert'));
    book.identify(hint('C3', '+3', 'Cy'));
    book.identify(hint('C3', '+3'));
    expect([...book.changed.values()]).toEqual([known('a', 'C1', '+1', 'Ann'), known('b', 'C2', '+2', 'Robert')]);
    expect(book.otherNumbers).toBe(1);
  });

  it('is unchanged when the last row has the name on file', () => {
    const book = createBook(known('a', 'C1', '+1', 'Ann'), known('b', 'C2', null, 'Bob'));
    for (const name of ['Anna', 'Ann']) book.identify(hint('C1', '+1', name));
    for (const name of ['Robert', 'Bob']) book.identify(hint('C2', '+2', name));
    expect([...book.changed.values()]).toEqual([known('b', 'C2', '+2', 'Bob')]);
  });

  it('comes from the last row for a new customer', () => {
    const book = createBook();
    book.identify(hint('C1', null, 'A'));
    book.identify(hint('C1', '+1', 'Ann'));
    expect([...book.opened.values()]).toEqual([known('new 1', 'C1', '+1', 'Ann')]);
    expect(book.changed.size).toBe(0);
  });
});
