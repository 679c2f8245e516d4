// npm run screenshots: a contributor runs it when the comment, the page or the terminal look different.
/**
 * Takes the pictures of README and docs, from a real run of the demo in a real Chromium: docs/comment.png, the red comment as
 * GitHub's own Markdown parser renders it; docs/terminal.png, what the terminal says of the same pull request; docs/report.png
 * and docs/report-case.png, the HTML report and a case opened in it, and docs/show.png, the same case in the terminal.
 * Needs an emoji font (fonts-noto-color-emoji). Run with: npm run screenshots
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '#test/heavy/support/browser.ts';
import { demoPictures } from '#test/heavy/support/demo-comment.ts';
import { gfmRenderer } from '#test/heavy/support/gfm.ts';
import { npmPackages } from '#test/heavy/support/npm-packages.ts';
import { commentPage } from './comment-page.ts';
import { terminalPage } from './terminal-page.ts';

const LARGEST_BYTES = 160 * 1024;

const packages = await npmPackages('browser');
const gfm = await gfmRenderer();
const demo = await demoPictures();
const pages = [
  { file: 'comment.png', page: await commentPage(await gfm.render(demo.comment), packages), width: 900 },
  { file: 'terminal.png', page: await terminalPage(pullRequest(demo.terminal), packages), width: 1340 },
  { file: 'report.png', page: demo.report, width: 1000, height: 1000 },
  { file: 'report-case.png', page: demo.report, width: 1000, hash: '#c=refund-cracked-mug' },
  { file: 'show.png', page: await terminalPage(demo.show, packages), width: 1000 },
];

const browser = await startBrowser();
try {
  for (const { file, page, width, height, hash = '' } of pages) {
    await using opened = await browser.open(page, { width, height: height ?? 900, scale: 2 }, { hash });
    if (hash !== '') await opened.page.waitForSelector('#opened-case h1');
    // Of a page that is longer than this, the beginning.
    if (height !== undefined)
      await opened.page.evaluate(`document.body.style.cssText = 'height: ${height}px; overflow: hidden'`);
    await opened.page.evaluate('document.fonts.ready.then(() => null)');
    const picture = await withFewColours(await opened.page.locator('body').screenshot({}));
    if (picture.length > LARGEST_BYTES) throw new Error(`${file} has ${picture.length} bytes, over ${LARGEST_BYTES}`);
    await writeFile(join(import.meta.dirname, '..', 'docs', file), picture);
    console.log(`docs/${file}: ${Math.round(picture.length / 1024)} KB`);
  }
} finally {
  await browser.close();
}

/** The part of the demo about the pull request that breaks two cases, down to their first differences. */
function pullRequest(output: string): string {
  const [, story = ''] = output.split(/^(?=3\. )/m);
  const [head = ''] = story.split(/^ *│ *(?=▾)/m);
  return `$ npx github:org/agent-eval-action demo\n\n${head.replace(/(\n *│)?\s*$/, '')}`;
}

/** The same picture with a palette of 256 colours, in half the bytes. */
async function withFewColours(png: Buffer): Promise<Buffer> {
  const { default: upng } = await import(pathToFileURL(join(packages, 'upng-js', 'UPNG.js')).href);
  const { width, height, ...image } = upng.decode(png);
  return Buffer.from(upng.encode(upng.toRGBA8({ width, height, ...image }), width, height, 256));
}
