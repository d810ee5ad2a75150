import type { Adapter } from '../../adapter.ts';
import { translateFields } from '../../translate-fields.ts';

/** Five9: connectors on call events, whose parameters the administrator names. docs/integrations.md has the template. */
export const five9: Adapter = {
  platform: 'five9',
  name: 'Five9',
  support: 'experimental',
  methods: ['GET', 'POST'],
  authentication: { kind: 'key' },
  // No callIdLasts: the administrator chooses the variable of each request, and call_id and session_id of Five9 are two ids.
  translate: (request) => translateFields('five9', request),
};
