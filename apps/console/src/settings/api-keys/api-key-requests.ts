import {
  type ApiKeyView,
  apiKeyListSchema,
  apiKeySchema,
  type IssuedApiKeyView,
  issuedApiKeySchema,
} from '@callside/schemas';
import type { BrandApi } from '../../app/brand-api.ts';

export interface ApiKeyWish {
  feature: ApiKeyView['feature'];
  /** Empty: no label. */
  label: string;
  /** Such as `90d`; null: the key does not expire. */
  expiresIn: string | null;
}

export const listKeys = async (api: BrandApi): Promise<ApiKeyView[]> =>
  (await api.get('settings/api-keys', apiKeyListSchema)).items;

export const issueKey = (api: BrandApi, { feature, label, expiresIn }: ApiKeyWish): Promise<IssuedApiKeyView> =>
  api.post('settings/api-keys', { feature, label: label.trim() || null, expires_in: expiresIn }, issuedApiKeySchema);

export const revokeKey = (api: BrandApi, id: string): Promise<ApiKeyView> =>
  api.delete(`settings/api-keys/${id}`, apiKeySchema);
