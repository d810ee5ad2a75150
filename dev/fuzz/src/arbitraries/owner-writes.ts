import { callEventNames, ruleConditions, userRoles } from '@callside/schemas';
import fc from 'fast-check';
import { type HttpSample, httpSamples } from '../http-sample.ts';
import { phoneNumbers } from './events.ts';
import { headerValue, methods } from './headers.ts';
import { mutated } from './mutated.ts';
import { idSegments } from './queries.ts';
import { realSku } from './skus.ts';
import { bodiesOf, deeplyNested, oddText } from './texts.ts';

// The ids of a run are in no case, so that kept cases are valid in every run. These names stand for them: `$owner`, `$leaver`
// and `$colleague` for people, `$api`, `$tab`, `$companion` and `$colleagueApi` for tokens, `$key` and `$otherKey` for API keys.

/** Mostly the right credential. */
function credentials(right: string, others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...others, '') },
    { weight: 1, arbitrary: headerValue },
  );
}

const ownerCredentials = credentials('Bearer $api', [
  'Bearer $tab',
  'Bearer $companion',
  'Bearer $colleagueApi',
  'Bearer $apix',
  'bearer',
]);

interface Place {
  /** The first segment of the path. */
  brand: string;
  host: string;
}

interface Write {
  method: string;
  path: fc.Arbitrary<string>;
  body?: fc.Arbitrary<Buffer>;
}

function ownerWrite({ brand, host }: Place, { method, path, ...body }: Write): fc.Arbitrary<HttpSample> {
  return httpSamples({
    method: fc.oneof({ weight: 12, arbitrary: fc.constant(method) }, methods),
    target: path.map((rest) => `/${brand}/${rest}`),
    headers: ownerCredentials.map((credential) => [
      ['Host', host],
      ['Authorization', credential],
    ]),
    ...body,
  });
}

/** Mostly a valid value, and sometimes one that is almost valid. */
function nearly<Value>(valid: fc.Arbitrary<Value>, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/** Longer bodies are answered before they are read whole, and then the connection may end without the answer. */
const longestBody = 1_000_000;

/** `nested` is as in `deeplyNested`. */
function bodies(valid: fc.Arbitrary<unknown>, ...nested: Parameters<typeof deeplyNested>): fc.Arbitrary<Buffer> {
  const bytes = bodiesOf(fc.oneof(valid, mutated(valid)), deeplyNested(...nested));
  return bytes.filter(({ length }) => length <= longestBody);
}

/** Of a length that all fields allow. */
const text = oddText.map((long) => long.slice(0, 200));
const personName = nearly(text, 'x'.repeat(201));
const addresses = nearly(
  fc.oneof(
    fc.emailAddress(),
    fc.constantFrom(' OWNER@bench.example ', 'colleague@bench.example', 'a@b'),
    text.map((local) => `${local}@bench.example`),
  ),
  '@',
  `${'x'.repeat(320)}@bench.example`,
);
const roles = fc.constantFrom(...userRoles);

const invitation = fc.record({ email: addresses, name: personName, role: roles }, { requiredKeys: ['email', 'name'] });
const personChange = fc.record(
  { name: personName, role: roles, status: fc.constantFrom('active', 'deactivated') },
  { requiredKeys: [] },
);
const changedPeople = fc.oneof({ weight: 8, arbitrary: fc.constantFrom('$leaver', '$leaver', '$owner') }, idSegments);

/** Invitations, and changes of people. */
export function peopleWrites(place: Place): fc.Arbitrary<HttpSample> {
  const inviting = ownerWrite(place, {
    method: 'POST',
    path: fc.constant('settings/people'),
    body: bodies(invitation, '"email":"a@b"', ['email', 'name', 'x']),
  });
  const changing = ownerWrite(place, {
    method: 'PUT',
    path: changedPeople.map((id) => `settings/people/${id}`),
    body: bodies(personChange, '"name":"x"', ['role', 'status', 'x']),
  });
  return fc.oneof(inviting, changing);
}

/** Some are agents of the webhook cases, so that an alias can open a call. */
const knownAliases = fc.constantFrom('nobody@bench.example', ' SIP/1001', 'owner@bench.example', 'ǅ', 'İ'.repeat(320));
const alias = fc.record({
  alias: nearly(fc.oneof(knownAliases, text), 'x'.repeat(321)),
  user_id: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('$owner', '$colleague') }, fc.uuid()),
});

/** New aliases of users, and removed ones. */
export function aliasWrites(place: Place): fc.Arbitrary<HttpSample> {
  const adding = ownerWrite(place, {
    method: 'POST',
    path: fc.constant('settings/agent-aliases'),
    body: bodies(alias, '"alias":"x"', ['alias', 'user_id', 'x']),
  });
  const removing = ownerWrite(place, {
    method: 'DELETE',
    path: fc
      .oneof(knownAliases.map(encodeURIComponent), idSegments)
      .map((segment) => `settings/agent-aliases/${segment}`),
  });
  return fc.oneof({ weight: 2, arbitrary: adding }, removing);
}

const hostNames = nearly(
  fc.oneof(fc.domain(), fc.constantFrom('CALLS.example.', 'münchen.example', '[::1]', '0x7f.1')),
  'calls.example:80',
  '*.example',
  'a..b',
);
const origins = nearly(
  fc.constantFrom('https://crm.example', 'HTTPS://crm.example:443/', 'http://münchen.example:8080'),
  "https://crm.example;script-src'*'",
  'https://*',
  'https://crm.example/page',
);
const timeZones = nearly(
  fc.oneof(
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    fc.constantFrom('utc', 'Etc/GMT+14', 'EST5EDT', 'US/Pacific', 'GB', 'europe/berlin'),
  ),
  'Factory',
  '+02:00',
);

/** The host of the request stays. `takenHost` belongs to another brand. */
const settings = ({ host, takenHost }: Place & { takenHost: string }) =>
  fc.record(
    {
      name: personName,
      hosts: fc.array(nearly(hostNames, takenHost), { maxLength: 8 }).map((others) => [host, ...others]),
      currency: nearly(fc.constantFrom('USD', ' eur ', 'XAU'), 'ZZZ'),
      time_zone: timeZones,
      shown_metadata: fc.array(text, { maxLength: 8 }),
      retention_days: nearly(fc.constantFrom(null, 365, 36_500), 36_501, 0),
      frame_origins: fc.array(origins, { maxLength: 8 }),
      exploration_rate: nearly(fc.constantFrom(0, 0.2, 5e-324), 0.21),
      recording_by: nearly(fc.constantFrom('companion', 'dialler', 'nobody'), 'rep'),
      version: nearly(fc.constant(undefined), '', 'x'.repeat(65)),
    },
    { requiredKeys: [] },
  );

/** The settings of the organisation, and reads that use them. */
export function brandWrites(place: Place & { takenHost: string }): fc.Arbitrary<HttpSample> {
  const changing = ownerWrite(place, {
    method: 'PUT',
    path: fc.constant('settings/brand'),
    body: bodies(settings(place), '"name":"x"', ['hosts', 'shown_metadata', 'x']),
  });
  const reading = ownerWrite(place, { method: 'GET', path: fc.constantFrom('results', 'settings/audit') });
  return fc.oneof({ weight: 12, arbitrary: changing }, reading);
}

/** So many that a brand comes to have the most rules that it may have, and few enough that some are removed again. */
const ruleNames = nearly(
  fc.integer({ min: 0, max: 999 }).map((number) => `rule-${number}`),
  '0',
  'constructor',
  'x'.repeat(64),
  'x'.repeat(65),
  'A',
);
const days = nearly(
  fc.constantFrom(null, '0000-01-01', '0001-01-01', '2024-02-29', '2026-11-20', '9999-12-31'),
  '2026-02-30',
);
const productText = fc.oneof(fc.constantFrom('ring', ' Ring ', 'metal', 'gold'), text);
const targets = {
  sku: fc.record({
    sku: nearly(fc.oneof(fc.constantFrom('101', ' 102 ', '1e5'), realSku), '100.0', 'x'.repeat(121), 'a\nb'),
  }),
  articleType: fc.record({ article_type: productText }),
  attribute: fc.record({ attribute: productText, value: productText }),
};
const target = fc.oneof(targets.sku, targets.articleType, targets.attribute);
const amounts = {
  rank: fc.record({ rank: nearly(fc.constantFrom(1, 10), 11) }),
  factor: fc.record({ factor: nearly(fc.constantFrom(0.01, 1, 100), 100.5) }),
  most: fc.record({ most: nearly(fc.constantFrom(1, 10), 0) }),
  price: fc.record({ price: nearly(fc.constantFrom(5e-324, 0.01, 1e9), 1e10) }),
};
const ruleParts = fc.oneof(
  fc.tuple(fc.constant({ kind: 'pin' }), targets.sku, amounts.rank),
  fc.tuple(fc.constant({ kind: 'block' }), target),
  fc.tuple(fc.constant({ kind: 'boost' }), target, amounts.factor),
  fc.tuple(fc.constant({ kind: 'cap' }), targets.articleType, amounts.most),
  fc.tuple(fc.constant({ kind: 'min_price' }), fc.oneof(targets.articleType, fc.constant({})), amounts.price),
);
const validity = fc.record(
  { from: days, until: days, condition: fc.constantFrom(...ruleConditions) },
  { requiredKeys: [] },
);
const rule = fc
  .tuple(ruleNames, ruleParts, validity)
  .map(([name, parts, times]): object => Object.assign({ name }, ...parts, times));

/** New merchandising rules, and removed ones. */
export function ruleWrites(place: Place): fc.Arbitrary<HttpSample> {
  const adding = ownerWrite(place, {
    method: 'POST',
    path: fc.constant('recommender/rules'),
    body: bodies(rule, '"name":"a","kind":"block"', ['sku', 'value', 'x']),
  });
  const removing = ownerWrite(place, {
    method: 'DELETE',
    path: fc.oneof({ weight: 4, arbitrary: ruleNames }, idSegments).map((name) => `recommender/rules/${name}`),
  });
  return fc.oneof({ weight: 2, arbitrary: adding }, removing);
}

const testCall = fc.record(
  {
    event: fc.constantFrom(...callEventNames),
    user_id: fc.oneof({ weight: 8, arbitrary: fc.constantFrom('$colleague', '$colleague', '$owner') }, fc.uuid()),
    phone_number: phoneNumbers,
  },
  { requiredKeys: ['event', 'user_id'] },
);

/** Events of test calls. */
export function testCallWrites(place: Place): fc.Arbitrary<HttpSample> {
  return ownerWrite(place, {
    method: 'POST',
    path: fc.constant('test-calls'),
    body: bodies(testCall, '"event":"call-started"', ['user_id', 'phone_number', 'x']),
  });
}

/** What servers of other systems send to get a token for a user. */
export function embedTokenRequests({ brand, host }: Place): fc.Arbitrary<HttpSample> {
  return httpSamples({
    method: fc.oneof({ weight: 12, arbitrary: fc.constant('POST') }, methods),
    target: `/${brand}/embed-tokens`,
    headers: credentials('$key', ['$otherKey', '$key0', '$key, $key']).map((key) => [
      ['Host', host],
      ['X-API-Key', key],
    ]),
    body: bodies(fc.record({ email: addresses }), '"x":1', ['email', 'x']),
  });
}
