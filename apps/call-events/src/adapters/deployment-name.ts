import type { PrismaClient } from '@callside/database';
import { BackgroundTask, type Logger } from '@callside/service-kit';

interface Dependencies {
  prisma: Pick<PrismaClient, 'deployment'>;
  logger: Logger;
}

const retryPauseMs = 250;

/**
 * What the names in Redis begin with: the id that the database has of this deployment. Instances of one deployment share
 * it whatever their secrets are; another deployment on the same Redis has another. The database may be away at start: it
 * is asked until it answers, and nothing is done with Redis before.
 */
export class DeploymentName {
  /** null: not known yet. */
  prefix: string | null = null;
  /** Resolves with the prefix once it is known; never where it is stopped before. */
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
