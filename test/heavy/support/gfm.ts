import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmPackages } from './npm-packages.ts';
import { pythonEnvironment } from './python-environment.ts';
import { mustRun } from './run-program.ts';

/** Renders Markdown as GitHub does. */
export interface GfmRenderer {
  /** HTML as the parser gives it, with everything that the text made of itself. */
  readonly render: (markdown: string) => Promise<string>;
  /** The same for many texts, at the cost of one. */
  readonly renderAll: (texts: readonly string[]) => Promise<readonly string[]>;
  /** The same after GitHub's allow-list of elements and attributes, and before it: equal when nothing was taken away. */
  readonly sanitise: (html: string) => Promise<{ readonly before: string; readonly after: string }>;
}

/** @throws when the packages can't be had */
export async function gfmRenderer(): Promise<GfmRenderer> {
  const python = await pythonEnvironment('gfm');
  const folder = await npmPackages('browser');
  const load = (name: string, file: string) => import(pathToFileURL(join(folder, name, file)).href);
  const { unified } = await load('unified', 'index.js');
  const { default: parse } = await load('rehype-parse', 'index.js');
  const { default: sanitize } = await load('rehype-sanitize', 'index.js');
  const { default: stringify } = await load('rehype-stringify', 'index.js');
  const reader = () => unified().use(parse, { fragment: true });
  const renderAll: GfmRenderer['renderAll'] = async (texts) =>
    JSON.parse(
      await mustRun([python.python, join(import.meta.dirname, 'render-gfm.py')], {
        env: { ...process.env, ...python.env, PYTHONIOENCODING: 'utf-8' },
        input: JSON.stringify(texts),
      }),
    );
  return {
    render: async (markdown) => (await renderAll([markdown]))[0] ?? '',
    renderAll,
    sanitise: async (html) => ({
      before: String(await reader().use(stringify).process(html)),
      after: String(await reader().use(sanitize).use(stringify).process(html)),
    }),
  };
}
