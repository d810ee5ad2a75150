/** For countries with several zones, the one in which most people live. Intl has the single zone of the other countries. */
const mostPopulous: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
};

/** Node.js 20 has the property only, Node.js 26 the method only. */
type LocaleWithTimeZones = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] };

/** The usual time zone of a country; UTC when none is known. */
export function timeZoneOfCountry(country: string): string {
  const known = mostPopulous[country];
  if (known !== undefined) return known;
  const locale = new Intl.Locale(`und-${country}`) as LocaleWithTimeZones;
  const [zone, ...others] = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  return zone === undefined || others.length > 0 ? 'UTC' : zone;
}
