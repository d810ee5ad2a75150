import type { Adapter } from '../../adapter.ts';
import { translateFields } from '../../translate-fields.ts';

/** Talkdesk: HTTP requests of automations, whose body the administrator writes. docs/integrations.md has the template. */
export const talkdesk: Adapter = {
  platform: 'talkdesk',
  name: 'Talkdesk',
  support: 'experimental',
  methods: ['POST'],
  authentication: { kind: 'key' },
  // No callIdLasts: the administrator chooses the variable of each request, and the pages of Talkdesk do not say which one lasts.
  translate: (request) => translateFields('talkdesk', request),
};
