import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_COVERAGE, writtenGlobs } from '#cases/suite/coverage/coverage-rules.ts';
import { type Links, namesThrough, wayOf } from '#cases/suite/coverage/links.ts';
import { type CoverageFacts, type CoveredCase, reachOf } from '#cases/suite/coverage/reach.ts';
import { always } from '#test/support/always.ts';

const CASES: readonly CoveredCase[] = [
  { id: 'plain', tags: [], covers: [], is_open: false },
  { id: 'refund', tags: ['refund'], covers: [], is_open: false },
  { id: 'own', tags: [], covers: ['own/**'], is_open: false },
];

const RULES = { every_case: ['src/**'], tags: { refund: ['prompts/refund.md'] }, ignores: ['docs/**', '*.md'] };

function reached(changed: readonly string[], more: Partial<CoverageFacts> = {}, cases = CASES) {
  const reach = reachOf(changed, cases, {
    rules: RULES,
    folder: '',
    agent_files: new Set(['src/agent.py', 'README.md']),
    is_agent_known: false,
    other_covers: [],
    present: null,
    namesOf: (file) => [file],
    links: new Set(),
    case_files: new Set(['evals/cases.yml']),
    ...more,
  });
  return reach.kind === 'all' ? `all: ${reach.why}` : [...reach.files.keys()].sort();
}

describe('a change of', () => {
  test.each([
    ['nothing', [], []],
    ['an ignored file', ['docs/a/b.md', 'NOTES.md'], []],
    ['a file of every case', ['src/tools/a.py'], 'all: every case covers it'],
    ['a file of a tag', ['prompts/refund.md'], ['refund']],
    ['a file of one case', ['own/data.json'], ['own']],
    ['a file that nobody names', ['setup.cfg.bak'], 'all: no `covers` names it'],
    ['a file of cases, whose hashes tell', ['evals/cases.yml'], []],
    ['an ignored file that the agent reads', ['README.md'], 'all: the agent reads it'],
    ['a lockfile', ['package-lock.json'], 'all: it says what is installed'],
    ['a lockfile of something else', ['docs/package-lock.json'], []],
    ['a hidden file, which no star matches', ['docs/.env'], 'all: no `covers` names it'],
  ])('%s', (_, changed, expected) => {
    expect(reached(changed)).toEqual(expected);
  });
});

test.each([
  ['of a tag', ['src/a.py', 'own/data.json'], ['refund']],
  ['of a case', ['src/a.py', 'prompts/refund.md'], ['own']],
  ['of `ignores` or of every case', ['own/data.json', 'prompts/refund.md'], []],
])('a glob %s that no file of the change matches any more: its cases run', (_, present, expected) => {
  expect(reached([], { present })).toEqual(expected);
});

test('a case without covers of any kind depends on whatever is not ignored, unless all that its agent reads is known', () => {
  const rules = { ...NO_COVERAGE, ignores: ['docs/**'] };
  const cases = CASES.slice(0, 1);
  expect(reached(['other.txt'], { rules }, cases)).toBe('all: no `covers` names it');
  expect(reached(['own/data.json'], { rules })).toEqual(['own', 'plain', 'refund']);
  expect(reached(['other.txt'], { rules, is_agent_known: true }, cases)).toEqual([]);
  const open = [{ id: 'open', tags: [], covers: [], is_open: true }];
  expect(reached(['other.txt'], { rules, is_agent_known: true }, open)).toEqual(['open']);
});

test('globs begin at the folder of the config, and may leave it', () => {
  const rules = { ...NO_COVERAGE, every_case: ['../src/**', 'prompts/**'], ignores: ['../docs/**'] };
  expect(reached(['src/a.py'], { rules, folder: 'evals' })).toBe('all: every case covers it');
  expect(reached(['evals/prompts/a.md'], { rules, folder: 'evals' })).toBe('all: every case covers it');
  expect(reached(['docs/a.md'], { rules, folder: 'evals' })).toEqual([]);
  expect(reached(['prompts/a.md'], { rules, folder: 'evals' })).toBe('all: no `covers` names it');
});

test('a file that only a case of another shard names is no unknown one', () => {
  expect(reached(['own/data.json'], { other_covers: ['own/**'] }, CASES.slice(0, 2))).toEqual([]);
});

test('more changed files never reach fewer cases, and one that nobody names reaches all', () => {
  const file = fc.constantFrom(
    'docs/a.md',
    'prompts/refund.md',
    'own/x',
    'evals/cases.yml',
    'src/a.py',
    'zzz',
    'NOTES.md',
  );
  always(
    fc.property(fc.array(file), file, (changed, more) => {
      const [before, after] = [reached(changed), reached([...changed, more])];
      if (typeof before === 'string') expect(after).toBe(before);
      else if (typeof after !== 'string') for (const id of before) expect(after).toContain(id);
      expect(reached([...changed, 'unknown.bin'])).toBeTypeOf('string');
    }),
  );
});

test('every glob is found with its place', () => {
  const document = {
    covers: { every_case: ['a'], tags: { t: ['b', 'c'] } },
    ignores: ['d'],
    cases: [{ covers: ['e'] }, 'x.yml'],
    suite: { tests: ['f'] },
  };
  expect(writtenGlobs(document)).toEqual([
    { glob: 'a', path: ['covers', 'every_case', 0] },
    { glob: 'b', path: ['covers', 'tags', 't', 0] },
    { glob: 'c', path: ['covers', 'tags', 't', 1] },
    { glob: 'd', path: ['ignores', 0] },
    { glob: 'f', path: ['suite', 'tests', 0] },
    { glob: 'e', path: ['cases', 0, 'covers', 0] },
  ]);
});

const LINKS: Links = new Map([
  ['lib', 'vendor'],
  ['again', './lib'],
  ['docs/own', '../own'],
  ['loop/back', '../loop'],
  ['there', 'back'],
  ['back', 'there'],
  ['out', '/etc'],
]);

describe('through links', () => {
  test.each([
    [
      'an ignored file that a link shows elsewhere',
      { ignores: ['vendor/**'] },
      'vendor/a.py',
      'all: no `covers` names it',
    ],
    ['one that is ignored under each name', { ignores: ['vendor/**', 'lib/**', 'again/**'] }, 'vendor/a.py', []],
    [
      'a file of a tag, named by a link to a link',
      { tags: { refund: ['again/*.py'] } },
      'vendor/a.py',
      ['plain', 'refund'],
    ],
    ['a file of a case that a link shows below `ignores`', {}, 'own/data.json', ['own', 'plain']],
    ['a link to what a tag names', { tags: { refund: ['lib/**'] }, ignores: ['lib*'] }, 'lib', ['plain', 'refund']],
    ['a link above what the agent reads', {}, 'src', 'all: the agent reads it'],
    ['an ignored file next to a circle of links', {}, 'docs/a.md', []],
  ])('a change of %s', (_, more, changed, expected) => {
    const rules = { ...NO_COVERAGE, tags: RULES.tags, ignores: RULES.ignores, ...more };
    const links = new Set(['lib', 'src']);
    expect(reached([changed], { rules, links, namesOf: namesThrough(LINKS) })).toEqual(expected);
  });

  test('every name of a file leads to it, and a path that leads to a file is one of its names', () => {
    const step = fc.constantFrom('a', 'b', 'c', '..', '.');
    const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/'));
    const plain = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
      .map((steps) => steps.join('/'));
    always(
      fc.property(fc.dictionary(plain, path, { maxKeys: 5 }), plain, plain, (held, file, asked) => {
        const links: Links = new Map(Object.entries(held));
        const real = wayOf(file, links).to;
        if (real === null || real === '') return;
        for (const name of namesThrough(links)(real).filter((name) => name !== ''))
          expect(wayOf(name, links).to).toBe(real);
        const { to, through } = wayOf(asked, links);
        if (to !== null && to !== '' && new Set(through).size === through.length)
          expect(namesThrough(links)(to)).toContain(asked);
      }),
    );
  });
});
