import { readSchemaStatus } from '@callside/database';
import { runServiceProgram } from '@callside/service-kit';
import { readEnvironment } from './env.ts';
import { createService } from './service/create-service.ts';

await runServiceProgram({ name: 'recommender', environment: readEnvironment(), readSchemaStatus, createService });
