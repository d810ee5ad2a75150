import { z } from 'zod';

// Must run before any schema is created: zod would try `new Function`, which the page's security policy blocks and reports.
z.config({ jitless: true });
