import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './support/tracked-files.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path));

/** Not written by hand. */
const GENERATED = /^(dist|schema)\/|^package-lock\.json$|openapi-slice\.json$/;

const texts = trackedFiles()
  .filter((path) => !GENERATED.test(path))
  .map((path) => ({ path, bytes: read(path) }))
  .filter(({ bytes }) => !bytes.includes(0))
  .map(({ path, bytes }) => ({ path, lines: bytes.toString().split('\n') }));
const sources = texts.filter(({ path }) => path.startsWith('src/') && /\.tsx?$/.test(path));
const tests = texts.filter(({ path }) => path.startsWith('test/') && /\.tsx?$/.test(path));

test('there is something to look at', () => {
  expect(texts.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'src/cli.ts', '.ci/run']));
  expect(sources.length).toBeGreaterThan(200);
  expect(tests.length).toBeGreaterThan(50);
});

// Spelled in parts, so that this file does not hold what it forbids.
const LATER = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`);
const HOMES = new RegExp(`(?<![\\w.~-])/(?:${['home', 'Users', 'root'].join('|')})/(?!runner\\b)\\w`);
const FIXED = /["'`]\/(?:var\/)?tmp\b|\/dev\/shm\b|(?<!mkdtemp\()join\(tmpdir\(\)/;
const BARE_COMMAND =
  /^(?!\s*(?:\/?\*|\/\/)).*(?<!github:\S*|npx --no )\bagent-eval (?=(?:calibrate|case|compare|demo|export|history|import|init|label|mutants|regrade|report|run|show|upgrade|validate|variants|verify|which)\b)/;
// A command in a message without the program that it belongs to.
const BARE_SUBCOMMAND =
  /^(?!\s*(?:\/?\*|\/\/)|.*ownCommand\().*(?:[`"'] ?(?:calibrate|compare|export|history|import|label|regrade|report|run|show|upgrade|validate|variants|which) --[a-z]|\bthe command \\?`)/;
const SWITCHED = /(?<!\.\.)\.(?:only|skip|todo)\(|\b(?:fdescribe|fit|xdescribe|xit|xtest)\(/;

describe('no text', () => {
  test('holds a path of the machine it was written on', () => {
    expect(placesOf(HOMES, texts)).toEqual([]);
  });

  test('names the registry that packages came from', () => {
    expect(read('package-lock.json').toString()).not.toMatch(/"resolved": "\w+:/);
    expect(read('.npmrc').toString()).not.toMatch(/registry *=/);
  });

  test('leaves work for later in a comment', () => {
    expect(placesOf(LATER, texts)).toEqual([]);
  });
});

test('no message and no page names the command by its bare name, which somebody else may own in a registry', () => {
  const pages = texts.filter(({ path }) =>
    /^(?:README|SECURITY|action|(?:docs|examples)\/.*)\.(?:md|ya?ml)$/.test(path),
  );
  expect(placesOf(BARE_COMMAND, [...sources, ...pages])).toEqual([]);
  expect(placesOf(BARE_SUBCOMMAND, sources)).toEqual([]);
});

test('no test is switched off, or the only one that is on, without a reason above it', () => {
  const unexplained = placesOf(SWITCHED, tests).filter((place) => !/^\s*\/\/ \w/.test(lineAbove(place)));
  expect(unexplained).toEqual([]);
});

test('no program keeps anything at a fixed place for temporary files, where others could lay a link before it', () => {
  expect(placesOf(FIXED, sources)).toEqual([]);
});

describe('the searches above', () => {
  const sample = (text: string) => [{ path: 'a.ts', lines: ['', text] }];

  test.each([
    ['/home' + '/ada/project', HOMES],
    ['at "/root' + '/src/cli.ts"', HOMES],
    ['file:///Users' + '/ada', HOMES],
    ["join(tmpdir(), 'agent-eval')", FIXED],
    ["writeFile('/tmp" + "/agent-eval', text)", FIXED],
    ['say(`run "agent-eval' + ' calibrate"`)', BARE_COMMAND],
    ['a red of `run' + ' --against` names it', BARE_SUBCOMMAND],
    ['run the command' + ' `import`', BARE_SUBCOMMAND],
    ['// TO' + 'DO: later', LATER],
    ['test.on' + "ly('x', () => {})", SWITCHED],
    ['describe.sk' + "ip('x', () => {})", SWITCHED],
  ])('find %s', (text, pattern) => {
    expect(placesOf(pattern, sample(text))).toEqual([`a.ts:2: ${text}`]);
  });

  test.each(['/home/runner/work', 'https://example.com/home/1', 'examples/home/x', 'src/home/x.ts'])(
    'pass over %s',
    (text) => {
      expect(placesOf(HOMES, sample(text))).toEqual([]);
    },
  );
});

describe('source files', () => {
  test('have at most 400 lines', () => {
    expect(sources.filter(({ lines }) => lines.length > 401).map(({ path }) => path)).toEqual([]);
  });

  test('document everything that they export', () => {
    expect(sources.flatMap(({ path, lines }) => unexplainedExports(path, lines.join('\n')))).toEqual([]);
  });

  test.each([
    ['export const a = 1;', ['a.ts:1: a']],
    ['/** A number. */\nexport const a = 1;', []],
    ['// A number.\nexport const a = 1;', ['a.ts:2: a']],
    ['/** What it takes. */\nexport interface A {}\nexport function b() {}', ['a.ts:3: b']],
    ["export type { A } from './a.ts';", []],
    [
      '/** Both ways. */\nexport function a(b: 1): 1;\nexport function a(b: 2): 2;\nexport function a(b: 1 | 2) { return b; }',
      [],
    ],
  ])('%j lacks %j', (text, missing) => {
    expect(unexplainedExports('a.ts', text)).toEqual(missing);
  });
});

/** `path:line: text` of every line that a pattern finds. */
function placesOf(pattern: RegExp, among: typeof texts): readonly string[] {
  return among.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

function lineAbove(place: string): string {
  const [, path, line] = /^(.+?):(\d+): /.exec(place) ?? [];
  return texts.find((file) => file.path === path)?.lines[Number(line) - 2] ?? '';
}

/** Exports without a docstring. What is exported from another file is explained there; overloads are explained once. */
function unexplainedExports(path: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const explained = new Set<string>();
  return lines.flatMap((line, at) => {
    const [, name] = /^export (?:async )?(?:const|let|function|class|interface|type|enum) (\w+)/.exec(line) ?? [];
    if (name === undefined) return [];
    if (lines[at - 1]?.endsWith('*/') === true) explained.add(name);
    return explained.has(name) ? [] : [`${path}:${at + 1}: ${name}`];
  });
}
