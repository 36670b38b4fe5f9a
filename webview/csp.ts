import * as z from 'zod';

// Imported before every schema: zod would otherwise probe `new Function`, which the page's policy refuses and reports.
z.config({ jitless: true });
