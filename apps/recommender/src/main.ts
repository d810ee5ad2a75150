import { readSchemaStatus } from '@callside/database';
import { runServiceProgram } from '@callside/service-kit';
import { createService } from './create-service.ts';
import { readEnvironment } from './settings.ts';

await runServiceProgram({ name: 'recommender', environment: readEnvironment(), readSchemaStatus, createService });
