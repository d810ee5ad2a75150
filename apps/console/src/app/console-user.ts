import { brandOfHostSchema, signedInSchema } from '@callside/schemas';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { askJson, type BrandApi } from './brand-api.ts';
import { untilAnswered } from './unanswered.tsx';

export const fetchHere = (path: string, init?: RequestInit) => fetch(path, init);

export const queryKeyOfBrand = ['brand'];

/** The brand of this page's host. */
export function useBrandOfHost() {
  return useQuery({
    queryKey: queryKeyOfBrand,
    queryFn: () => askJson(fetchHere, '/console/brand', brandOfHostSchema),
    ...untilAnswered,
  });
}

/** The query of the user with a token; null: with the session cookie. */
export function queryKeyOfUser(token: string | null) {
  return ['me', token];
}

/** Whether a query reads data of the signed-in user, and is neither that of the brand nor that of the user. */
export function isOfPerson({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey[0] !== queryKeyOfBrand[0] && queryKey[0] !== queryKeyOfUser(null)[0];
}

/** The signed-in user. A token of the audience `tab` opens the desk only. */
export function readUser(api: BrandApi, token: string | null) {
  return api.get(token === null ? 'me' : 'desk/me', signedInSchema);
}
