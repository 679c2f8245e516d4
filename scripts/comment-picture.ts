/**
 * Takes the picture of the demo's red comment that the README shows, docs/comment.png: rendered by GitHub's own Markdown
 * parser, in a real Chromium, with the first case unfolded. Run with: npm run picture
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '#test/heavy/support/browser.ts';
import { demoComment } from '#test/heavy/support/demo-comment.ts';
import { gfmRenderer } from '#test/heavy/support/gfm.ts';
import { npmPackages } from '#test/heavy/support/npm-packages.ts';
import { commentPage } from './comment-page.ts';

const root = join(import.meta.dirname, '..');
const LARGEST_BYTES = 300 * 1024;

const packages = await npmPackages('browser');
const gfm = await gfmRenderer();
const html = await gfm.render(await demoComment());
const page = await commentPage(html.replace('<details>', '<details open>'), packages);
const browser = await startBrowser();
try {
  await using opened = await browser.open(page, { width: 900, height: 900, scale: 2 });
  await opened.page.evaluate('document.fonts.ready.then(() => null)');
  const picture = await withFewColours(await opened.page.locator('body').screenshot({}));
  if (picture.length > LARGEST_BYTES) throw new Error(`the picture has ${picture.length} bytes, over ${LARGEST_BYTES}`);
  await mkdir(join(root, 'docs'), { recursive: true });
  await writeFile(join(root, 'docs', 'comment.png'), picture);
  console.log(`docs/comment.png: ${Math.round(picture.length / 1024)} KB`);
} finally {
  await browser.close();
}

/** The same picture with a palette of 256 colours, in half the bytes. */
async function withFewColours(png: Buffer): Promise<Buffer> {
  const { default: upng } = await import(pathToFileURL(join(packages, 'upng-js', 'UPNG.js')).href);
  const { width, height, ...image } = upng.decode(png);
  return Buffer.from(upng.encode(upng.toRGBA8({ width, height, ...image }), width, height, 256));
}
