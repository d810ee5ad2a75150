import type { PrismaClient } from '@callside/database';
import { BackgroundTask, type Logger } from '@callside/service-kit';

interface Dependencies {
  prisma: Pick<PrismaClient, 'deployment'>;
  logger: Logger;
}

const retryPauseMs = 250;

/**
 * The prefix of all names in Redis, from the deployment's id in the database. All instances of a deployment share it, even
 * with different secrets; other deployments on the same Redis have another. If the database is unavailable at start, it is
 * queried until it answers; Redis is not used before.
 */
export class DeploymentName {
  /** null until it is known. */
  prefix: string | null = null;
  /** Resolves with the prefix once it is known; never if stopped before. */
  readonly known: Promise<string>;
  readonly #finding: BackgroundTask;

  constructor({ prisma, logger }: Dependencies) {
    let tell: (prefix: string) => void = () => {};
    this.known = new Promise((resolve) => {
      tell = resolve;
    });
    this.#finding = new BackgroundTask({
      name: 'find the id of the deployment',
      pauseMs: () => retryPauseMs,
      run: async () => {
        const { id } = await prisma.deployment.findFirstOrThrow({ select: { id: true } });
        this.prefix = `callside:${id}`;
        tell(this.prefix);
        void this.#finding.stop();
      },
      logger,
    });
  }

  start(): void {
    this.#finding.start();
    this.#finding.hurry();
  }

  async stop(): Promise<void> {
    await this.#finding.stop();
  }
}
