import { type KnownSentence, reasonsInWords, saidInWords } from '../app/said-in-words.ts';

const refusals: readonly KnownSentence[] = [
  [/^The API key is missing\.$/, 'apiKeys.refused.reasons.missing'],
  [/^The API key is malformed\.$/, 'apiKeys.refused.reasons.malformed'],
  [/^The API key is not known\.$/, 'apiKeys.refused.reasons.unknown'],
  [/^The API key is for another feature\.$/, 'apiKeys.refused.reasons.wrong_feature'],
  [/^The API key was revoked\.$/, 'apiKeys.refused.reasons.revoked'],
  [/^The API key has expired\.$/, 'apiKeys.refused.reasons.expired'],
  [/^The API key may not be used from this address\.$/, 'apiKeys.refused.reasons.wrong_address'],
  [/^API key is invalid or missing\.$/, 'events.why.key'],
  [/^There is no such event\.$/, 'events.why.noEvent'],
  [/^There is no such platform\.$/, 'events.why.noPlatform'],
  [/^Method Not Allowed$/, 'events.why.method'],
  [/^The body is too large\.$/, 'events.why.tooLarge'],
  [/^The body could not be (?:read|parsed as JSON): it did not arrive whole /, 'events.why.cutOff'],
  [/^The body could not be parsed as JSON: .+ at line (?<line>\d+) column (?<column>\d+)\.$/, 'events.why.notJson'],
  [/^the body must be a JSON object$/, 'events.why.notObject'],
  [/^(?<field>\w+) is required$/, 'events.why.required'],
  [/^(?<field>\w+) must be a string$/, 'events.why.string'],
  [/^(?<field>\w+) must not be empty$/, 'events.why.empty'],
  [/^(?<field>\w+) must be an object or null$/, 'events.why.object'],
  [/^(?:The signature is wrong|Signature is invalid) or missing\.$/, 'events.why.signature'],
  [/^No secret is stored for the platform\.$/, 'events.why.noSecret'],
  [/^(?:[^:]+ is )?not switched on for this brand: /, 'events.why.notSet'],
  [/^The signature of the platform does not cover /, 'events.why.addressToken'],
  [/^It was signed longer ago than /, 'events.why.tooOld'],
  [/^The payload could not be used: (?<problem>.+)\.$/, 'events.why.payload'],
];

const payloads: readonly KnownSentence[] = [
  [/^the body is not a JSON object$/, 'events.why.ofPayload.notObject'],
  [/^the body is not a JSON web token$/, 'events.why.ofPayload.notToken'],
  [/^the payload has no id of a call$/, 'events.why.ofPayload.noCall'],
  [/^the payload names no agent: /, 'events.why.ofPayload.noAgent'],
  [/^the [a-z ]+ has no (?<field>\w+)$/, 'events.why.ofPayload.lacks'],
  [/^the (?:field|parameter) (?<field>\w+) must be (?:one of )?(?<values>.+)$/, 'events.why.ofPayload.oneOf'],
  [/^a variable was not replaced: /, 'events.why.ofPayload.variable'],
];

/** Why a request of a dialler or a platform was refused. The event log names the platform before the reason. */
export function refusalInWords(reason: string): string {
  const known = refusalOf(reason);
  if (known !== null) return known;
  const { platform, rest = '' } = /^(?<platform>[^:]+): (?<rest>.+)$/.exec(reason)?.groups ?? {};
  const ofPlatform = refusalOf(rest);
  return ofPlatform === null ? reasonsInWords(reason, refusals) : `${platform}: ${ofPlatform}`;
}

function refusalOf(reason: string): string | null {
  return saidInWords(reason, refusals, (value, name) =>
    name === 'problem' ? (saidInWords(value, payloads) ?? value) : value,
  );
}
