/** RFC 2606 reserves `.invalid`, so that no person has such an address. */
const domain = '@simulated.invalid';

/** The address of a rep of `callside simulate` or `callside certify`. */
export function simulatedAddress(name: string): string {
  return `${name}${domain}`;
}

/** Events of such a rep are marked as those of test calls are. */
export function isSimulatedAddress(address: string): boolean {
  return address.endsWith(domain);
}
