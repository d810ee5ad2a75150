import { getCountries } from 'libphonenumber-js';
import { canonicalTimeZone, timeZoneOfCountry } from './time-zone.ts';

describe('the time zone of a country', () => {
  it.each([
    ['US', 'America/New_York'],
    ['DE', 'Europe/Berlin'],
    ['GB', 'Europe/London'],
    ['IN', 'Asia/Calcutta'],
    ['AC', 'UTC'],
  ])('the time zone of %s is %s', (country, zone) => expect(timeZoneOfCountry(country)).toBe(zone));

  it('is a valid zone for every country that a brand may have', () => {
    const zones = getCountries().map(timeZoneOfCountry);
    expect(zones.filter((zone) => canonicalTimeZone(zone) === undefined)).toEqual([]);
    expect(zones.filter((zone) => zone === 'UTC').length).toBeLessThan(5);
  });
});

describe('canonicalTimeZone', () => {
  it('accepts zones in any case and refuses other texts', () => {
    expect(canonicalTimeZone('america/new_york')).toBe('America/New_York');
    expect(canonicalTimeZone('UTC')).toBe('UTC');
    for (const name of ['', 'New York', '+02:00', 'Mars/Olympus']) expect(canonicalTimeZone(name)).toBeUndefined();
  });
});
