/** The REST API of WooCommerce encodes the ampersand of names. */
export function plainText(name: string): string {
  return name.replaceAll('&amp;', '&');
}
