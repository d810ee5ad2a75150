export * from './agents.ts';
export * from './api-keys.ts';
export { articleTypeKey } from './article-type.ts';
export { type AuditAction, auditActions } from './audit-actions.ts';
export {
  bareNumber,
  hostOf,
  normaliseCode,
  typedNumber,
  withoutInvisible,
  withoutShortExtension,
} from './bare-number.ts';
export * from './brand-settings.ts';
export * from './call-context.ts';
export * from './call-event.ts';
export * from './call-state.ts';
export { canonicalIssuer } from './canonical-issuer.ts';
export { maskCardNumbers } from './card-numbers.ts';
export { composed } from './composed.ts';
export * from './customer-match.ts';
export * from './desk.ts';
export { formatDuration, longestDuration, parseDuration } from './duration.ts';
export * from './email.ts';
export * from './embed-tokens.ts';
export * from './endpoints.ts';
export * from './erasure.ts';
export * from './errors.ts';
export * from './event-remarks.ts';
export * from './event-way.ts';
export * from './experiments.ts';
export * from './first-steps.ts';
export * from './follow-ups.ts';
export * from './has-it.ts';
export * from './imports.ts';
export * from './integrations.ts';
export { plusOfAgent, plusOfNumber } from './lost-plus.ts';
export * from './objections.ts';
export * from './offer-preview.ts';
export * from './offers.ts';
export { hasOffset, parseInstant } from './parse-instant.ts';
export * from './pause-evidence.ts';
export * from './people.ts';
export { nobodysNumber, takesUsNumbersOnly, toE164 } from './phone-number.ts';
export * from './purchase.ts';
export * from './read-queries.ts';
export * from './reads.ts';
export * from './recommend.ts';
export * from './recommender-health.ts';
export * from './recommender-models.ts';
export { type RecordingBy, recordingBySchema } from './recording-by.ts';
export * from './results.ts';
export * from './rules.ts';
export { type ShopAnswer, shopAnswerSchema } from './shops.ts';
export * from './simulated-rep.ts';
export { sizedTypesIn, sizeWording } from './sized-types.ts';
export * from './sizes.ts';
export { isSku, longestSku, normaliseSku, skuForm, skuInResponse } from './sku.ts';
export * from './socket-events.ts';
export { connectRefusals, declaresProtocol } from './socket-handshake.ts';
export { sortableId } from './sortable-id.ts';
export { storableText } from './storable-text.ts';
export * from './team.ts';
export * from './token-life.ts';
export * from './transcription-session.ts';
export * from './why-not.ts';
export { isWithheld } from './withheld-number.ts';
export * from './words.ts';
