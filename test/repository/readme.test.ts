import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandsFor } from '#commands/cli/commands.ts';
import { EXIT } from '#report/exit-code.ts';
import { costExample, EXAMPLE } from '../../scripts/cost-example.ts';
import { withActionTables } from '../../scripts/inputs-tables.ts';
import { optionDocuments } from '../../scripts/option-documents.ts';
import { DOCUMENTS } from './support/documents.ts';
import { headingAnchors, linkTargets } from './support/markdown.ts';
import { trackedFiles } from './support/tracked-files.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const inputs = read('docs/inputs.md');
const terminal = read('docs/terminal.md');
const action = read('action.yml');
const KNOWN = ['CONTRIBUTING.md', 'src/README.md', ...DOCUMENTS.keys()];

test.each(optionDocuments())('$file is what npm run inputs writes from the table of options', ({ file, text }) => {
  expect(read(file)).toBe(text);
});

describe('the tables of inputs and outputs', () => {
  test('are written again when action.yml changes, and nothing else is', () => {
    const changed = withActionTables(inputs, action.replace('default: agent-eval.yml', 'default: other.yml'));
    const difference = changed.split('\n').filter((line) => !inputs.split('\n').includes(line));
    expect(difference).toEqual([expect.stringMatching(/^\| `config` \| `other\.yml` \| /)]);
  });

  test('are refused without their marks', () => {
    expect(() => withActionTables(inputs.replace('<!-- inputs:end -->', ''), action)).toThrow(/inputs:end/);
  });
});

describe('the table of terminal commands', () => {
  const table = terminal.split(/^## /m).find((section) => section.startsWith('Commands\n')) ?? '';
  const names = [...table.matchAll(/^\| `([a-z-]+)[^`]*` \|/gm)].map(([, name]) => name);

  test('names every command', () => {
    // Those that have commands of their own have no row.
    const single = commandsFor().filter((command) => command.commands.length === 0);
    expect(names.filter((name) => name !== 'case')).toEqual(single.map((command) => command.name()));
  });
});

test('no page calls a command that there is not', () => {
  const known = commandsFor().map((command) => command.name());
  const called = [...DOCUMENTS].flatMap(([page, text]) =>
    Array.from(text.matchAll(/(?:`|github:org\/)agent-eval(?:-action)?(?:#\S+)? ([a-z][a-z-]*)/g), ([, name = '']) => ({
      page,
      name,
    })),
  );
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter(({ name }) => !known.includes(name))).toEqual([]);
});

test('every flag stands on a page, or is an input', () => {
  const pages = [...DOCUMENTS.values()].join('\n');
  const flags = commandsFor().flatMap((command) => command.options.map(({ long }) => long?.slice(2) ?? ''));
  expect(flags).toContain('quiet');
  expect(flags.filter((flag) => !new RegExp(`--${flag}(?![\\w-])|^\\| \`${flag}\` \\|`, 'm').test(pages))).toEqual([]);
});

test('every flag that the changelog names exists', () => {
  const flags = new Set(commandsFor().flatMap((command) => command.options.map(({ long }) => long ?? '')));
  const lines = read('CHANGELOG.md').split('\n');
  const named = lines.flatMap((line) => Array.from(line.matchAll(/`[^`]*`/g), ([code]) => ({ line, code })));
  const own = named.flatMap(({ line, code }) =>
    Array.from(code.matchAll(/(?<![\w-])--[a-z][a-z-]+/g), ([flag]) => ({ line, flag })),
  );
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter(({ flag }) => !flags.has(flag))).toEqual([]);
});

test('the exit codes are those of the terminal command, and of signals', () => {
  const [, sentence = ''] = /^Exit codes: ([^.]*)\./m.exec(terminal) ?? [];
  const codes = [...sentence.matchAll(/\b\d+\b/g)].map(([code]) => Number(code));
  expect(codes).toEqual([...Object.values(EXIT), 129, 130, 131, 143]);
});

test('what a run costs is what the named command prints', () => {
  expect(read('docs/spending.md')).toContain(costExample(EXAMPLE));
  expect(JSON.parse(read('package.json')).scripts).toHaveProperty('cost-example');
});

test.each([
  ['README', 900, ['README.md']],
  ['the index', 250, ['docs/README.md']],
  ['the first red', 700, ['docs/first-red.md']],
  ["a stranger's first decision", 2900, ['README.md', ...['your-agent', 'first-red', 'first-cases'].map(pageOf)]],
])('%s takes at most %i words', (_, most, pages) => {
  expect(pages.flatMap((page) => DOCUMENTS.get(page)?.match(/\S+/g) ?? expect.fail(page)).length).toBeLessThanOrEqual(
    most,
  );
});

test('a coding agent sets up from one page of at most 80 lines, to which llms.txt leads', () => {
  const page = 'docs/set-up-by-agent.md';
  expect(DOCUMENTS.get(page)?.split('\n').length).toBeLessThanOrEqual(81);
  const targets = linkTargets(read('llms.txt'));
  expect(targets[0]).toBe(page);
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
});

test.each([...DOCUMENTS.keys()].filter((path) => path.startsWith('docs/')))('%s says first for whom it is', (path) => {
  expect(DOCUMENTS.get(path)).toMatch(/^# .+\n\nFor /);
});

test('npm scripts that documents name exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const texts = KNOWN.map(read).join('\n');
  const named = [...texts.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named).toContain('bundle');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

test('a heading of the page of messages is one that the sources print', () => {
  const [messages = ''] = (DOCUMENTS.get('docs/troubleshooting.md') ?? '').split('## What has no message');
  const headings = [...messages.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const printed = trackedFiles()
    .filter((path) => /^src\/(?:report|runner)\/.*\.ts$/.test(path) && !path.includes('/html/'))
    .flatMap((path) => read(path).split('\n'))
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
  const isPrinted = (heading: string) =>
    printed.some((line) => heading.split('…').every((part) => line.includes(part.trim())));
  expect(headings.length).toBeGreaterThan(12);
  expect(headings.filter((heading) => !isPrinted(heading))).toEqual([]);
});

function pageOf(name: string): string {
  return `docs/${name}.md`;
}

describe('links', () => {
  const documents = trackedFiles().filter((path) => path.endsWith('.md') && !path.includes('/golden/'));

  test('are checked in every document of the repository', () => {
    expect(documents).toEqual(expect.arrayContaining(KNOWN));
    expect(linkTargets(readme)).toContain('docs/README.md');
    const index = new Set(linkTargets(read('docs/README.md')).map((target) => `docs/${target.split('#')[0]}`));
    const guides = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    expect(guides.filter((guide) => !index.has(guide))).toEqual([]);
  });

  test.each(documents)('those of %s within the repository lead somewhere', (document) => {
    const local = linkTargets(read(document)).filter((target) => !/^(https?|mailto):/.test(target));
    const dead = local.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !headingAnchors(read(file)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});
