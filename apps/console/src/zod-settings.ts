import { z } from 'zod';

// Before any schema is made: zod would try `new Function`, which the page's security policy forbids and reports.
z.config({ jitless: true });
