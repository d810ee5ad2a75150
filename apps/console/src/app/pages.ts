import type { UserRole } from '@callside/schemas';

interface PageOfRoles {
  path: string;
  name: 'desk' | 'team' | 'events' | 'results' | 'recommender' | 'evidence' | 'audit' | 'settings';
  roles: readonly UserRole[];
}

/** The navigation. Reps have one page, and so no navigation. */
const pages: readonly PageOfRoles[] = [
  { path: '/', name: 'desk', roles: ['rep', 'lead', 'owner'] },
  { path: '/team', name: 'team', roles: ['lead', 'owner'] },
  { path: '/events', name: 'events', roles: ['owner'] },
  { path: '/results', name: 'results', roles: ['lead', 'owner'] },
  { path: '/recommender', name: 'recommender', roles: ['owner'] },
  { path: '/evidence', name: 'evidence', roles: ['auditor', 'owner'] },
  { path: '/settings/api-keys', name: 'settings', roles: ['owner'] },
  { path: '/settings/audit', name: 'audit', roles: ['auditor'] },
];

export const pagesOf = (role: UserRole) => pages.filter(({ roles }) => roles.includes(role));

const firstPages = { rep: '/', lead: '/team', auditor: '/settings/audit', owner: '/results' } as const;

/** Where users of a role begin. */
export const firstPageOf = (role: UserRole) => firstPages[role];
