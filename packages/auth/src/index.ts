export { isAddressAllowed } from './allowed-addresses.ts';
export { digestApiKey, generateApiKey } from './api-key.ts';
export {
  type ApiKeyCheck,
  type ApiKeyRefusal,
  type ApiKeyVerdict,
  type ApiKeyVerifierDependencies,
  createApiKeyVerifier,
  judgeApiKey,
  readApiKeys,
  type VerifyApiKey,
} from './api-key-verifier.ts';
export {
  type ApiKeyFeature,
  type ApiKeyMetadata,
  type ApiKeyRequest,
  apiKeyFeatures,
  type IssuedApiKey,
  issueApiKey,
  listApiKeys,
} from './api-keys.ts';
export { type Acting, appendToAuditLog } from './audit-log.ts';
export {
  addAuditedEndpoint,
  listEndpoints,
  mostEndpoints,
  problemOfAddress,
  removeAuditedEndpoint,
  resendAudited,
} from './endpoint-administration.ts';
export {
  type BrokenEntry,
  chainStart,
  digestOf,
  eventDigest,
  findBrokenEntry,
  headOf,
  mergeChains,
  personalHmac,
} from './evidence-chain.ts';
export { type ExpiringKey, findExpiringKeys } from './expiring-keys.ts';
export {
  type ApiKeyExpectation,
  type ApiKeyGuardOptions,
  apiKeyId,
  expectApiKey,
  keyRefusal,
  keyToConfirm,
  requireApiKey,
} from './express-guard.ts';
export { refuseForeignPage } from './foreign-write.ts';
export { removeAuditedIntegration, setAuditedIntegration } from './integration-administration.ts';
export {
  issueAuditedApiKey,
  type ReplacedApiKey,
  replaceAuditedApiKey,
  revokeAuditedApiKey,
} from './key-administration.ts';
export { createLastUsedRecorder, type LastUsedRecorder, type LastUsedRecorderDependencies } from './last-used.ts';
export { presentedKey } from './presented-key.ts';
export { isPrivateAddress, isPrivateHost, isPublicHost, PrivateAddressError, publicLookup } from './private-host.ts';
export { type KeyToConfirm, RecentKeys } from './recent-keys.ts';
export { createRefusedKeyRecorder, type RefusedKey, type RefusedKeyRecorder } from './refused-keys.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { createServiceCredential, type IsServiceCredential } from './service-credential.ts';
export { digestSessionToken, generateSessionToken, readSessionCookie, sessionCookieNames } from './session-cookie.ts';
export {
  type FindSession,
  requestSession,
  requestUser,
  requireOwner,
  requireSession,
  type SessionCookies,
  type SessionGuardOptions,
  type SignedInUser,
  type StoredSession,
} from './session-guard.ts';
export {
  createSessionTokens,
  type Session,
  type SessionAudience,
  type SessionTokenRequest,
  type SessionTokens,
  type VerifiedSession,
} from './session-token.ts';
export {
  type AuthenticateSocket,
  createSocketAuthentication,
  createSocketGuard,
  type GuardedSocket,
  type SocketCookies,
  type SocketGuardDependencies,
  type SocketHandshake,
  type SocketMiddleware,
} from './socket-guard.ts';
export {
  addAuditedUser,
  changeAuditedUser,
  type NewUser,
  toUserMetadata,
  type UserChange,
  type UserMetadata,
} from './user-administration.ts';
