/** The sum of two decimal numbers that are texts, exactly. */
export function sumOfDecimals(one: string, other: string): string {
  const numbers = [Number(one), Number(other)] as const;
  if (numbers.every(Number.isSafeInteger)) return String(numbers[0] + numbers[1]);
  const texts = [plain(one), plain(other)] as const;
  const decimals = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const [first, second] = [scaled(texts[0], decimals), scaled(texts[1], decimals)];
  const digits = String(first + second).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A number of NDJSON may be 1e-7. */
function plain(text: string): string {
  return /e/i.test(text) ? Number(text).toFixed(20) : text;
}

function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
