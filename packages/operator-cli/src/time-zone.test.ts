import { canonicalTimeZone } from '@callside/schemas';
import { getCountries } from 'libphonenumber-js';
import { timeZoneOfCountry } from './time-zone.ts';

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
    expect(zones.filter((zone) => canonicalTimeZone(zone) === null)).toEqual([]);
    expect(zones.filter((zone) => zone === 'UTC').length).toBeLessThan(5);
  });
});
