/** A customer of one brand. */
export interface Customer {
  id: string;
  /** The operator's own id; null for a customer who has only a number. */
  customerId: string | null;
  /** E.164 */
  phoneNumber: string | null;
  name: string | null;
}

/** The customer data of a row: an id, a number or both. */
export type CustomerHint = Omit<Customer, 'id'>;

/**
 * Finds or adds the customer of each row, in the order of rows: by the operator's id when there is one; else the customer who has
 * only this number; else the only customer with this number. A new name replaces the old one; a number is only added when it is
 * missing.
 */
export class CustomerBook {
  /** New customers, and known ones that differ from what is on file, both in their final state. */
  readonly opened = new Map<string, Customer>();
  readonly changed = new Map<string, Customer>();
  /** How many rows have another number than their customer. */
  otherNumbers = 0;
  readonly #newId: () => string;
  /** Known customers as they are on file, by `id`. */
  readonly #onFile = new Map<string, Customer>();
  readonly #byCustomerId = new Map<string, Customer>();
  readonly #withNumberAlone = new Map<string, Customer>();
  /** Customers with an id, by number. Two of many are enough to detect ambiguity. */
  readonly #byNumber = new Map<string, Set<Customer>>();

  /** `known`: customers with the ids of the rows, and for numbers without an id all possible matches. */
  constructor(known: readonly Customer[], newId: () => string) {
    this.#newId = newId;
    for (const customer of known) {
      this.#onFile.set(customer.id, customer);
      if (customer.customerId === null || !this.#byCustomerId.has(customer.customerId)) this.#enter({ ...customer });
    }
  }

  /** Returns the id of the row's customer. */
  identify(hint: CustomerHint): string {
    const customer = this.#find(hint) ?? this.#open(hint);
    this.#complete(customer, hint);
    if (hint.phoneNumber !== null && hint.phoneNumber !== customer.phoneNumber) this.otherNumbers += 1;
    return customer.id;
  }

  #find({ customerId, phoneNumber }: CustomerHint): Customer | undefined {
    if (customerId !== null) return this.#byCustomerId.get(customerId);
    if (phoneNumber === null) return undefined;
    const [only, another] = this.#byNumber.get(phoneNumber) ?? [];
    return this.#withNumberAlone.get(phoneNumber) ?? (another === undefined ? only : undefined);
  }

  #open(hint: CustomerHint): Customer {
    const customer = { ...hint, id: this.#newId() };
    this.opened.set(customer.id, customer);
    this.#enter(customer);
    return customer;
  }

  #complete(customer: Customer, { phoneNumber, name }: CustomerHint): void {
    const lacksNumber = customer.phoneNumber === null && phoneNumber !== null;
    const isRenamed = name !== null && customer.name !== name;
    if (!lacksNumber && !isRenamed) return;
    if (isRenamed) customer.name = name;
    if (lacksNumber) {
      customer.phoneNumber = phoneNumber;
      this.#enter(customer);
    }
    const onFile = this.#onFile.get(customer.id);
    if (onFile === undefined) return;
    // A later row may give back the name on file.
    const isAsOnFile = customer.name === onFile.name && customer.phoneNumber === onFile.phoneNumber;
    if (isAsOnFile) this.changed.delete(customer.id);
    else this.changed.set(customer.id, customer);
  }

  #enter(customer: Customer): void {
    const { customerId, phoneNumber } = customer;
    if (customerId !== null) this.#byCustomerId.set(customerId, customer);
    if (phoneNumber === null) return;
    if (customerId === null) this.#withNumberAlone.set(phoneNumber, customer);
    else this.#byNumber.set(phoneNumber, (this.#byNumber.get(phoneNumber) ?? new Set<Customer>()).add(customer));
  }
}
