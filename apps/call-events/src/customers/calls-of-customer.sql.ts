/** Must equal the expression of the index calls_customer_idx. */
const code = 'coalesce(picked_customer_id, customer_code(customer_id))';

/** The parameters of the statement, such as `$3`: the brand, and the keys of `CustomerHistory`. */
interface Parameters {
  brandId: string;
  customerId: string;
  phoneNumber: string;
  pickedPhoneNumber: string;
}

interface Most {
  most: number;
  /** Of the calls with the number, before those of a customer with a code are left out. */
  mostOfNumber: number;
}

/** The newest calls of a customer by each of their keys, to be joined with UNION. */
export function callsOfCustomer(
  columns: string,
  { brandId, customerId, phoneNumber, pickedPhoneNumber }: Parameters,
  { most, mostOfNumber }: Most,
): string {
  return `
      (SELECT ${columns} FROM calls
        WHERE hashtextextended(${code}, uuid_hash_extended(brand_id, 0)) = hashtextextended(${customerId}::text, uuid_hash_extended(${brandId}::uuid, 0))
          AND (picked_customer_id IS NOT NULL OR customer_id IS NOT NULL)
          AND ${code} = ${customerId} AND brand_id IS NOT DISTINCT FROM ${brandId}
        ORDER BY started_at DESC, id DESC LIMIT ${most})
      UNION
      (SELECT ${columns} FROM calls WHERE brand_id = ${brandId} AND picked_phone_number = ${pickedPhoneNumber}
        ORDER BY started_at DESC, id DESC LIMIT ${most})
      UNION
      (SELECT ${columns} FROM (
        SELECT * FROM calls
         WHERE hashtextextended(phone_number, uuid_hash_extended(brand_id, 0)) = hashtextextended(${phoneNumber}::text, uuid_hash_extended(${brandId}::uuid, 0))
           AND phone_number = ${phoneNumber} AND brand_id IS NOT DISTINCT FROM ${brandId}
         ORDER BY started_at DESC, id DESC LIMIT ${mostOfNumber}) AS of_number
       WHERE picked_customer_id IS NULL AND coalesce(customer_code(customer_id), '') = '')`;
}
