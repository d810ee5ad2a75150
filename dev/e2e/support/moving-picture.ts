import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const images = path.join(import.meta.dirname, '../../../docs/images');
/** In hundredths of a second. */
const delay = '260';

/** A GIF of a page for the documentation, made with ImageMagick. Does nothing without SCREENSHOTS=docs. */
export class MovingPicture {
  readonly #page: Page;
  readonly #frames: Buffer[] = [];
  readonly #isWanted = process.env.SCREENSHOTS === 'docs';

  constructor(page: Page) {
    this.#page = page;
  }

  /** `caption`: what is seen, below the page. */
  async take(caption: string): Promise<void> {
    if (!this.#isWanted) return;
    await this.#page.evaluate(showCaption(caption));
    this.#frames.push(await this.#page.screenshot());
    await this.#page.evaluate(showCaption(''));
  }

  async write(name: string): Promise<void> {
    if (!this.#isWanted) return;
    const directory = await mkdtemp(path.join(tmpdir(), 'callside-frames-'));
    try {
      const files = this.#frames.map((_, index) => path.join(directory, `${index}.png`));
      await Promise.all(files.map((file, index) => writeFile(file, this.#frames[index] ?? '')));
      const target = path.join(images, `${name}.gif`);
      await promisify(execFile)('convert', ['-delay', delay, '-loop', '0', ...files, '-layers', 'optimize', target]);
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}

/** Evaluated in the page. */
const showCaption = (caption: string) => `(() => {
  const caption = ${JSON.stringify(caption)};
  document.getElementById('caption-of-picture')?.remove();
  if (caption === '') return;
  const element = document.createElement('div');
  element.id = 'caption-of-picture';
  element.textContent = caption;
  element.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:99;padding:10px 24px;font:600 20px sans-serif;color:#fff;background:#1d2b29';
  document.body.append(element);
})()`;
