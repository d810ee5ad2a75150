import { z } from 'zod';
import { databaseUrl, parseEnvironment, port } from '../../dist/index.js';

const { PORT } = parseEnvironment(z.object({ DATABASE_URL: databaseUrl, PORT: port(4100) }));
process.stdout.write(String(PORT));
