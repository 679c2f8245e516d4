import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';

const root = join(import.meta.dirname, '../../..');
const {
  default: rules,
  packages,
  rooms,
  shared,
  storeys,
}: Walls = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);

/**
 * For each rule, files that break it and no other: path, then what it imports. The folder above a room and the room it
 * may not see are written out here, so that a rule which lets more through is noticed.
 */
const BREAKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'statistics-looks-down': room('statistics', 'judge'),
  'common-looks-down': room('common', 'judge'),
  'judge-looks-down': room('judge', 'cases/suite'),
  'cases-looks-down': room('cases/suite', 'trials/trial'),
  'trials-looks-down': room('trials/checks', 'gate/baseline'),
  'gate-looks-down': room('gate/calibration', 'config'),
  'config-looks-down': room('config', 'report'),
  'report-looks-down': room('report', 'ports'),
  'ports-looks-down': room('ports', 'process'),
  'process-looks-down': room('process', 'wire/outbound'),
  'wire-looks-down': room('wire/recorder', 'runner'),
  'runner-looks-down': room('runner/agents', 'github'),
  'github-looks-down': room('github', 'commands'),
  'statistics-sees-its-row': room('statistics', 'common/document'),
  'cases-matching-sees-its-row': room('cases/matching', 'statistics'),
  'cases-tools-sees-its-row': room('cases/tools', 'cases/suite'),
  'cases-suite-sees-its-row': room('cases/suite', 'cases/dialects'),
  'cases-dialects-sees-its-row': room('cases/dialects', 'judge'),
  'trials-facts-sees-its-row': room('trials/facts', 'cases/suite'),
  'trials-model-ends-sees-its-row': room('trials/model-ends', 'trials/trial'),
  'trials-prices-sees-its-row': room('trials/prices', 'cases/suite'),
  'trials-trial-sees-its-row': room('trials/trial', 'trials/checks'),
  'trials-mcp-sees-its-row': room('trials/mcp', 'trials/checks'),
  'trials-messages-sees-its-row': room('trials/messages', 'trials/checks'),
  'trials-rows-sees-its-row': room('trials/rows', 'trials/checks'),
  'trials-checks-sees-its-row': room('trials/checks', 'trials/metrics'),
  'trials-metrics-sees-its-row': room('trials/metrics', 'common/document'),
  'trials-traces-sees-its-row': room('trials/traces', 'trials/checks'),
  'gate-baseline-sees-its-row': room('gate/baseline', 'gate/decision'),
  'gate-bite-sees-its-row': room('gate/bite', 'gate/decision'),
  'gate-behaviour-sees-its-row': room('gate/behaviour', 'gate/decision'),
  'gate-lines-sees-its-row': room('gate/lines', 'gate/decision'),
  'gate-upgrade-sees-its-row': room('gate/upgrade', 'gate/decision'),
  'gate-decision-sees-its-row': room('gate/decision', 'gate/calibration'),
  'gate-calibration-sees-its-row': room('gate/calibration', 'cases/suite'),
  'gate-history-sees-its-row': room('gate/history', 'cases/suite'),
  'config-sees-its-row': room('config', 'gate/baseline'),
  'config-base-rules-sees-its-row': room('config/base-rules', 'judge'),
  'report-sees-its-row': room('report', 'config'),
  'packages-are-listed': { 'src/commands/unlisted.ts': 'unlisted' },
  'pure-rooms-are-without-node': { 'src/trials/trial/impure.ts': 'node:fs', 'src/runner/impure.ts': 'fs' },
  'leaf-files-stand-alone': { 'src/common/opened.ts': './document/target.ts' },
  'use-cases-speak-through-ports': { 'src/runner/direct.ts': '#runner/workspace/target.ts' },
  'plugs-do-not-know-each-other': { 'src/runner/agents/nosy.ts': '#runner/workspace/target.ts' },
  'wire-is-seen-through-its-ports': { 'src/runner/agents/direct.ts': '#wire/gateway/target.ts' },
  'wire-meets-in-ports': { 'src/wire/recorder/direct.ts': '../gateway/target.ts' },
  'labels-decide-nothing': { 'src/runner/labelled.ts': '#judge/labels/target.ts' },
  'terminal-is-a-plug': { 'src/commands/terminal/starts.ts': '#process/target.ts' },
  'nobody-imports-an-entry': { 'src/commands/backward.ts': '../action.ts' },
  'report-page-runs-in-a-browser': { 'src/report/page/reaching.ts': '#gate/decision/target.ts' },
  'report-page-is-a-bundle': { 'src/commands/paged.ts': '#report/page/target.ts' },
  'no-cycles': { 'src/cases/suite/egg.ts': './hen.ts', 'src/cases/suite/hen.ts': './egg.ts' },
  'source-does-not-import-tests': { 'src/commands/cli/tested.ts': '#test/target.ts' },
  resolvable: { 'src/commands/cli/lost.ts': './nowhere.ts' },
  ...Object.fromEntries(
    Object.keys(packages).map((name, index) => [`${name}-has-its-place`, { [`src/runner/package-${index}.ts`]: name }]),
  ),
};

/** Files that break nothing. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/report/inward.ts': '#gate/decision/target.ts',
  'src/runner/inward.ts': '#gate/decision/target.ts',
  'src/runner/agents/starts.ts': '#process/target.ts',
  'src/runner/agents/asks.ts': '#wire/ports.ts',
  'src/wire/recorder/reads.ts': '#wire/protocols/target.ts',
  'src/commands/joins.ts': '#runner/workspace/target.ts',
  'src/common/leaf.ts': './other-leaf.ts',
  'src/report/page/shows.ts': '#common/other-leaf.ts',
  ...Object.fromEntries(
    Object.entries(packages).flatMap(([name, places], index) =>
      places.filter((place) => place.endsWith('/')).map((place) => [`src/${place}package-${index}.ts`, name]),
    ),
  ),
};

const TARGETS = [
  ...Object.keys(rooms).map((name) => `src/${name}/target.ts`),
  ...['ports', 'github', 'wire/outbound'].map((name) => `src/${name}/target.ts`),
  'src/common/other-leaf.ts',
  'src/judge/labels/target.ts',
  'src/runner/target.ts',
  'src/runner/workspace/target.ts',
  'src/wire/ports.ts',
  'src/wire/protocols/target.ts',
  'src/wire/gateway/target.ts',
  'src/process/target.ts',
  'src/commands/target.ts',
  'src/action.ts',
  'src/report/page/target.ts',
  'test/target.ts',
];

const house = newFolder('boundaries');
let broken: Cruise;
let real: Cruise;

beforeAll(async () => {
  for (const file of ['.dependency-cruiser.mjs', 'package.json', 'tsconfig.json'])
    cpSync(join(root, file), join(house, file));
  for (const name of [...Object.keys(packages), 'unlisted']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const path of TARGETS) write(path, 'export type Target = string;\n');
  for (const [path, target] of Object.entries(Object.assign({}, ALLOWED, ...Object.values(BREAKS)))) {
    // Only a type: what vanishes before the program runs must not hide a broken wall.
    write(path, `import type { Target } from '${target}';\nexport type Broken = Target;\n`);
  }
  [broken, real] = [await cruise(house), await cruise(root)];
});

test('nothing in src breaks a rule, and every file is looked at', () => {
  const { violations, modules } = real;
  expect(violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx?|cjs)$/.test(path),
  );
  expect(files.length).toBeGreaterThan(200);
  expect([...modules.keys()].filter((path) => path.startsWith('src/')).sort()).toEqual(
    files.map((path) => `src/${path}`).sort(),
  );
});

test('every rule is an error and has a file that breaks it', () => {
  expect(rules.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(BREAKS).sort());
  expect(readdirSync(join(root, 'src')).filter((name) => !/[.]/.test(name))).toEqual([...storeys].sort());
  for (const rule of rules.forbidden) expect(rule).toMatchObject({ severity: 'error', comment: /\.$/ });
});

test.each(Object.entries(BREAKS))('%s is reported for the file that breaks it, and nothing else is', (name, files) => {
  expect(rulesBrokenBy(Object.keys(files))).toEqual([name]);
});

test.each(Object.keys(ALLOWED))('%s breaks nothing', (path) => {
  expect([...broken.modules.keys()]).toContain(path);
  expect(rulesBrokenBy([path])).toEqual([]);
});

test('everything that is allowed is used: what nobody needs is not allowed', () => {
  expect(unusedAllowances(real)).toEqual([]);
  // In the small house hardly anything is.
  expect(unusedAllowances(broken)).toEqual(
    expect.arrayContaining(['config may import cases/tools', 'protocols/ may be shared']),
  );
  expect(unusedAllowances(broken)).not.toContain('report may import gate/decision');
});

test('a leaf file is needed by two rooms', () => {
  const leaves = [...real.modules.keys()].filter((path) => LEAF.test(path) && !path.endsWith('.d.ts'));
  expect(leaves.length).toBeGreaterThan(5);
  expect(leaves.filter((leaf) => !isShared(real, leaf))).toEqual([]);
  expect(isShared(broken, 'src/common/leaf.ts')).toBe(false);
});

/** The tables of `.dependency-cruiser.mjs`. */
interface Walls {
  readonly default: { readonly forbidden: readonly Rule[] };
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  readonly shared: readonly string[];
  readonly storeys: readonly string[];
}

interface Rule {
  readonly name: string;
}

interface Cruise {
  readonly violations: readonly { readonly from: string; readonly to: string; readonly rule: Rule }[];
  /** Each file with what it imports. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
}

const LEAF = /^src\/common\/[^/]+$/;

function unusedAllowances({ modules }: Cruise): readonly string[] {
  const imports = [...modules].flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`));
  const unused = (from: string, to: string) => !imports.some((line) => new RegExp(`^src/${from}\\S* ${to}`).test(line));
  return [
    ...Object.entries(rooms).flatMap(([room, below]) =>
      below.filter((other) => unused(`${room}/`, `src/${other}/`)).map((other) => `${room} may import ${other}`),
    ),
    ...Object.entries(packages).flatMap(([name, places]) =>
      places
        .filter((place) => unused(place, `(\\S*/)?node_modules/${name}/`))
        .map((place) => `${name} may be used in ${place}`),
    ),
    ...shared.filter((path) => unused('(?:runner|github)/', `src/wire/${path}`)).map((path) => `${path} may be shared`),
  ];
}

/** Whether two rooms need a leaf file, or another leaf does. */
function isShared({ modules }: Cruise, leaf: string): boolean {
  const users = [...modules.keys()].filter((path) => modules.get(path)?.includes(leaf));
  return users.some((path) => LEAF.test(path)) || new Set(users.map((path) => path.split('/')[1])).size > 1;
}

function room(from: string, to: string): Readonly<Record<string, string>> {
  return { [`src/${from}/imports-${to.replace('/', '-')}.ts`]: `#${to}/target.ts` };
}

function rulesBrokenBy(paths: readonly string[]): readonly string[] {
  return [...new Set(broken.violations.filter(({ from }) => paths.includes(from)).map(({ rule }) => rule.name))];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}

interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}

/** What `npm run boundaries` finds in a folder. A broken rule ends it with another exit code than 0, which is no fault here. */
async function cruise(cwd: string): Promise<Cruise> {
  const program = join(root, 'node_modules/.bin/depcruise');
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  const { modules, summary } = JSON.parse(stdout);
  return {
    violations: summary.violations,
    modules: new Map(
      modules.map(({ source, dependencies }: Module) => [source, dependencies.map(({ resolved }) => resolved)]),
    ),
  };
}
