import { randomUUID } from 'node:crypto';
import { RedisProcess } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { CompanionProcess } from './support/companion-process.ts';
import { openDesk, seeOffer } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { MovingPicture } from './support/moving-picture.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

// Also makes the moving picture of the README: SCREENSHOTS=docs npm test -- a-call

describeInBrowser('a call from its start to its end', () => {
  let redis: RedisProcess;
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let companion: CompanionProcess;
  let browser: TestBrowser;

  beforeAll(async () => {
    redis = await RedisProcess.reserve();
    await redis.start();
    deployment = await deploy({ settings: { REDIS_URL: redis.url } });
    await deployment.query(
      `INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, 'A-1042', 'Ada Lindqvist', '+14155552671')`,
      [randomUUID(), deployment.brand.id],
    );
    recommender = await deployRecommender(deployment);
    await connectRecommender(deployment, recommender);
    companion = new CompanionProcess({ url: deployment.url, token: await deployment.token('companion') });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await companion.kill();
    await deployment.close();
    await recommender.close();
    await redis.kill();
  });

  const confirmed = (page: Page, isPaused: boolean) =>
    page.locator(`.recording[data-state="confirmed"][data-paused="${isPaused}"]`).waitFor();

  it('appears, is sold to, is paused, and is right while Redis is away', async () => {
    const page = await browser.openPage({ viewport: { width: 1280, height: 720 } });
    await openDesk(page, deployment);
    const picture = new MovingPicture(page);
    await picture.take('Waiting for a call');

    await deployment.post('call-started', { phone_number: '+14155552671', customer_id: 'A-1042' });
    const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ruby Pendant' }) });
    await seeOffer(page, offer);
    await confirmed(page, false);
    await page.getByText('Ada Lindqvist').first().waitFor();
    await picture.take('The phone rings: customer, recording, offers');

    await offer.getByRole('button', { name: 'Sold' }).click();
    await page.getByRole('dialog', { name: 'Record sale' }).getByRole('button', { name: 'Record sale' }).click();
    await offer.getByText(/^Sold: 1 ×/).waitFor();
    const title = await offer.getByRole('heading', { name: 'Ruby Pendant' }).boundingBox();
    expect(title?.width).toBeGreaterThan(150);
    await picture.take('An offer is sold');

    await deployment.post('recording-paused');
    await confirmed(page, true);
    await picture.take('A card number is read out: paused, and confirmed by the recorder');

    await redis.kill();
    await deployment.post('recording-resumed');
    await confirmed(page, false);
    await picture.take('Redis is killed, and the page stays right');

    await deployment.post('call-ended');
    await page.locator('.call[data-call]').waitFor({ state: 'detached' });
    await picture.take('The call has ended');
    await picture.write('a-call');
  });
});
