import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const {
  default: rules,
  packages,
  rooms,
  shared,
}: Walls = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);

/**
 * For each rule, files that break it and no other: path, then what it imports. The folder above a room and the room it
 * may not see are written out here, so that a rule which lets more through is noticed.
 */
const BREAKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'domain-statistics-looks-down': room('statistics', 'matching'),
  'domain-facts-looks-down': room('facts', 'suite'),
  'domain-matching-looks-down': room('matching', 'statistics'),
  'domain-document-looks-down': room('document', 'suite'),
  'domain-prices-looks-down': room('prices', 'suite'),
  'domain-tools-looks-down': room('tools', 'suite'),
  'domain-judge-looks-down': room('judge', 'suite'),
  'domain-suite-looks-down': room('suite', 'trial'),
  'domain-dialects-looks-down': room('dialects', 'config'),
  'domain-trial-looks-down': room('trial', 'checks'),
  'domain-mcp-looks-down': room('mcp', 'checks'),
  'domain-messages-looks-down': room('messages', 'checks'),
  'domain-rows-looks-down': room('rows', 'checks'),
  'domain-checks-looks-down': room('checks', 'metrics'),
  'domain-metrics-looks-down': room('metrics', 'baseline'),
  'domain-baseline-looks-down': room('baseline', 'gate'),
  'domain-bite-looks-down': room('bite', 'gate'),
  'domain-behaviour-looks-down': room('behaviour', 'gate'),
  'domain-lines-looks-down': room('lines', 'gate'),
  'domain-gate-looks-down': room('gate', 'report'),
  'domain-calibration-looks-down': room('calibration', 'report'),
  'domain-config-looks-down': room('config', 'report'),
  'domain-base-rules-looks-down': room('base-rules', 'report'),
  'domain-history-looks-down': room('history', 'report'),
  'domain-traces-looks-down': room('traces', 'gate'),
  'domain-report-looks-down': room('report', 'config'),
  'packages-are-listed': { 'src/entry/unlisted.ts': 'unlisted' },
  'inner-rings-are-without-node': { 'src/domain/trial/impure.ts': 'node:fs', 'src/application/impure.ts': 'fs' },
  'leaf-files-stand-alone': { 'src/domain/opened.ts': './suite/target.ts' },
  'domain-knows-no-outer-ring': { 'src/domain/trial/outward.ts': '#application/target.ts' },
  'application-speaks-through-ports': { 'src/application/direct.ts': '#adapters/workspace/target.ts' },
  'adapters-do-not-know-each-other': { 'src/adapters/agents/nosy.ts': '#adapters/workspace/target.ts' },
  'nobody-imports-an-entry': { 'src/entry/backward.ts': '../action.ts' },
  'models-meet-in-ports': { 'src/adapters/models/recorder/direct.ts': '../gateway/target.ts' },
  'entry-is-for-entries': { 'src/adapters/workspace/outward.ts': '#entry/target.ts' },
  'report-page-runs-in-a-browser': { 'src/report-page/reaching.ts': '#domain/gate/target.ts' },
  'report-page-is-a-bundle': { 'src/entry/paged.ts': '../report-page/target.ts' },
  'no-cycles': { 'src/domain/suite/egg.ts': './hen.ts', 'src/domain/suite/hen.ts': './egg.ts' },
  'source-does-not-import-tests': { 'src/entry/cli/tested.ts': '#test/target.ts' },
  resolvable: { 'src/entry/cli/lost.ts': './nowhere.ts' },
  ...Object.fromEntries(
    Object.keys(packages).map((name, index) => [
      `${name}-has-its-place`,
      { [`src/application/package-${index}.ts`]: name },
    ]),
  ),
};

/** Files that break nothing. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/domain/report/inward.ts': '#domain/gate/target.ts',
  'src/application/inward.ts': '#domain/gate/target.ts',
  'src/adapters/agents/starts.ts': '#adapters/process/target.ts',
  'src/adapters/agents/asks.ts': '#adapters/models/ports.ts',
  'src/adapters/models/recorder/reads.ts': '#adapters/models/wire/target.ts',
  'src/entry/joins.ts': '#adapters/workspace/target.ts',
  'src/domain/leaf.ts': './other-leaf.ts',
  'src/report-page/shows.ts': '#domain/other-leaf.ts',
  ...Object.fromEntries(
    Object.entries(packages).flatMap(([name, places], index) =>
      places
        .filter((place) => place.endsWith('/'))
        .map((place) => [`src/${place.replace('[^/]+', 'suite')}package-${index}.ts`, name]),
    ),
  ),
};

const TARGETS = [
  ...['statistics', 'matching', 'suite', 'trial', 'checks', 'metrics', 'baseline', 'gate', 'config', 'report'].map(
    (name) => `src/domain/${name}/target.ts`,
  ),
  'src/domain/other-leaf.ts',
  'src/application/target.ts',
  'src/adapters/workspace/target.ts',
  'src/adapters/models/ports.ts',
  'src/adapters/models/wire/target.ts',
  'src/adapters/models/gateway/target.ts',
  'src/adapters/process/target.ts',
  'src/entry/target.ts',
  'src/action.ts',
  'src/report-page/target.ts',
  'test/target.ts',
];

const house = mkdtempSync(join(tmpdir(), 'boundaries-'));
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

afterAll(() => rmSync(house, { recursive: true, force: true }));

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
    expect.arrayContaining([
      'config may import tools',
      'commander may be used in cli.ts',
      'models/wire/ may be shared',
    ]),
  );
  expect(unusedAllowances(broken)).not.toContain('report may import gate');
});

test('a leaf file of the domain is needed by two rooms, or by another ring', () => {
  const leaves = [...real.modules.keys()].filter((path) => LEAF.test(path) && !path.endsWith('.d.ts'));
  expect(leaves.length).toBeGreaterThan(5);
  expect(leaves.filter((leaf) => !isShared(real, leaf))).toEqual([]);
  expect(isShared(broken, 'src/domain/leaf.ts')).toBe(false);
});

/** The tables of `.dependency-cruiser.mjs`. */
interface Walls {
  readonly default: { readonly forbidden: readonly Rule[] };
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  readonly shared: readonly string[];
}

interface Rule {
  readonly name: string;
}

interface Cruise {
  readonly violations: readonly { readonly from: string; readonly to: string; readonly rule: Rule }[];
  /** Each file with what it imports. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
}

const LEAF = /^src\/domain\/[^/]+$/;

function unusedAllowances({ modules }: Cruise): readonly string[] {
  const imports = [...modules].flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`));
  const unused = (from: string, to: string) => !imports.some((line) => new RegExp(`^src/${from}\\S* ${to}`).test(line));
  return [
    ...Object.entries(rooms).flatMap(([room, below]) =>
      below
        .filter((other) => unused(`domain/${room}/`, `src/domain/${other}/`))
        .map((other) => `${room} may import ${other}`),
    ),
    ...Object.entries(packages).flatMap(([name, places]) =>
      places
        .filter((place) => unused(place, `(\\S*/)?node_modules/${name}/`))
        .map((place) => `${name} may be used in ${place}`),
    ),
    ...shared
      .filter((path) => unused(`adapters/(?!${path.split('/')[0]}/)`, `src/adapters/${path}`))
      .map((path) => `${path} may be shared`),
  ];
}

/** Whether two rooms of the domain need a leaf file, or another leaf does, or a ring further out. */
function isShared({ modules }: Cruise, leaf: string): boolean {
  const users = [...modules.keys()].filter((path) => modules.get(path)?.includes(leaf));
  const outside = users.some((path) => !path.startsWith('src/domain/') || LEAF.test(path));
  return outside || new Set(users.map((path) => path.split('/')[2])).size > 1;
}

function room(from: string, to: string): Readonly<Record<string, string>> {
  return { [`src/domain/${from}/upward.ts`]: `#domain/${to}/target.ts` };
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
