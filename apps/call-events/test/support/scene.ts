import { createDialler, createRepsDialler, type Dialler, type RepsDialler } from './dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from './organisations.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

export interface Scene extends RepsDialler {
  brand: TestBrand;
  rep: TestUser;
  dialler: Dialler;
}

/** A rep of a new brand, and their dialler. */
export async function newRep(
  service: ServiceUnderTest,
  { country, status }: { country?: string; status?: 'active' | 'invited' | 'deactivated' } = {},
): Promise<Scene> {
  const brand = await addBrand(service, country === undefined ? {} : { country });
  const rep = await addUser(service, brand, status === undefined ? {} : { status });
  const dialler = createDialler(service.clients[0], brand);
  return { brand, rep, dialler, ...createRepsDialler(dialler, rep) };
}
