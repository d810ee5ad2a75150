import { register as registerHooks } from 'node:module';
import { register } from 'tsx/esm/api';

register();
// As a hook, not in NODE_OPTIONS of the main process, which the processes of the integration tests would inherit with it.
registerHooks(import.meta.resolve('./resolve-to-sources.mjs'));
