// For write-report-page.ts and check-fresh.ts: the script and style of the HTML report.
/** Script and style of the HTML report, bundled from src/report/page into one module of constants with their hashes. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** The module that is put into each report, as it has to be. */
export async function reportPageFile(): Promise<{ readonly file: string; readonly text: string }> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { page: 'src/report/page/main.ts', style: 'src/report/page/page.css' },
    outdir: 'page',
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome103', 'firefox113', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    charset: 'ascii',
    logLevel: 'warning',
  });
  const text = (name: string): string => outputFiles.find(({ path }) => path.endsWith(name))?.text.trim() ?? '';
  const [script, style] = [text('page.js'), text('style.css')];
  if (/<\/script|<!--|<\/style/i.test(script + style)) throw new Error('the page would end its own script');
  const constants = [
    ['PAGE_SCRIPT', 'The script of the report.', script],
    ['PAGE_SCRIPT_HASH', 'Its hash, as a content security policy names it.', hashOf(script)],
    ['PAGE_STYLE', 'The style of the report.', style],
    ['PAGE_STYLE_HASH', 'Its hash, as a content security policy names it.', hashOf(style)],
  ] as const;
  const lines = constants.map(
    ([name, means, value]) => `/** ${means} */\nexport const ${name} = ${JSON.stringify(value)};`,
  );
  return {
    file: 'src/report/html/pages/page-assets.ts',
    text: `// Bundled from src/report/page: run "npm run page" after a change there.\n${lines.join('\n')}\n`,
  };
}

/** As a content security policy names it. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
