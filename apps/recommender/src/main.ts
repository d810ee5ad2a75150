import { readSchemaStatus } from '@callside/database';
import { runServiceProgram } from '@callside/service-kit';
import { createService } from './dependencies.ts';
import { readEnvironment } from './env.ts';

await runServiceProgram({ name: 'recommender', environment: readEnvironment(), readSchemaStatus, createService });
