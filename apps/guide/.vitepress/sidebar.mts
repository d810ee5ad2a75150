import type { DefaultTheme } from 'vitepress';

const section = (text: string, pages: Record<string, string>): DefaultTheme.SidebarItem => ({
  text,
  collapsed: false,
  items: Object.entries(pages).map(([page, title]) => ({ text: title, link: `/${page}` })),
});

/** The order in which a new reader needs the pages. The keys are paths in docs/, without the ending. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  section('Start', {
    'quick-start': 'Quick start',
    concepts: 'Concepts',
    glossary: 'Glossary',
  }),
  section('Calls', {
    'six-events': 'The six events in five languages',
    integrations: 'Recipes for platforms',
    endpoints: 'Events for other systems',
    'call-lifecycle': 'Call lifecycle',
    events: 'Event log and test calls',
    simulate: 'Simulated calls',
    accept: 'Acceptance',
  }),
  section('Offers', {
    'offers-and-purchases': 'Offers and purchases',
    imports: 'Imports',
    shops: 'Webhooks of shops',
    merchandising: 'Merchandising',
    ranking: 'How offers are chosen',
    'ranking-model': 'The ranking model',
    'offers-on-calls': 'Offers on calls',
    'why-not': 'Why not this product',
  }),
  section('Console and desktop', {
    desk: 'The page of the rep',
    embedding: 'The page in a CRM',
    experiments: 'Experiments',
    'follow-ups': 'The call continues',
    results: 'Results',
    evidence: 'Evidence of pauses',
    team: 'The team, live',
    settings: 'Settings',
    'sign-in': 'Sign-in',
    companion: 'Desktop companions',
    'transcription-sessions': 'Transcription sessions',
  }),
  section('Reference', {
    'api-reference': 'API reference',
    sockets: 'Sockets',
    'socket-reference': 'Socket reference',
    reads: 'Reads and exports',
    cli: 'Commands',
    versioning: 'Versions and contracts',
  }),
  section('Operations', {
    'operations/': 'Overview',
    'operations/images': 'Images',
    'operations/compose': 'Compose',
    'operations/kubernetes': 'Kubernetes',
    'operations/debian': 'Debian',
    'operations/environment': 'Environment variables',
    'operations/proxy': 'Proxies',
    'operations/monitoring': 'Monitoring',
    'runbooks/': 'Runbooks',
    'operations/sizing': 'Sizing',
    'operations/upgrade': 'Upgrades',
    'operations/backup': 'Backup and restore',
    'operations/secrets': 'Secrets',
    scaling: 'Scaling',
    performance: 'Performance',
  }),
  section('Security', {
    security: 'Security',
    'personal-data': 'Personal data',
    'audit-log': 'Audit log',
  }),
  section('Background', {
    'decisions/': 'Decisions',
    faults: 'Fault tests',
    fuzzing: 'Random tests',
  }),
];
