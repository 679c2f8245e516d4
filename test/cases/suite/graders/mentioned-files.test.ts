import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionedFiles, opensComputedNames } from '#cases/suite/graders/mentioned-files.ts';
import { always } from '#test/support/always.ts';

test.each([
  ['checks/a.py', "(Path(__file__).parent / 'rules' / 'r.txt').read_text()", 'checks/rules/r.txt'],
  ['checks/a.py', "Path(__file__).parent.parent / 'rules' / 'r.txt'", 'rules/r.txt'],
  ['a/b/c.py', "Path(__file__).parents[2] / 'rules' / 'r.txt'", 'rules/r.txt'],
  ['checks/a.py', "os.path.join(os.path.dirname(__file__), 'rules', 'r.txt')", 'checks/rules/r.txt'],
  ['checks/a.py', "HERE = Path(__file__).parent\nRULES = HERE / 'rules'\nopen(RULES / 'r.txt')", 'checks/rules/r.txt'],
  ['checks/a.py', "RULES = Path(__file__).parent.joinpath('rules')\nopen(f'{RULES}/r.txt')", 'checks/rules/r.txt'],
  ['checks/a.mjs', "readFileSync(path.join(import.meta.dirname, 'rules', 'r.txt'))", 'checks/rules/r.txt'],
  ['checks/a.mjs', "join(\n  here,\n  '..',\n  'rules',\n  'r.txt',\n)", 'rules/r.txt'],
  ['checks/a.cjs', "fs.readFileSync(__dirname + '/rules/' + 'r.txt')", 'checks/rules/r.txt'],
  ['checks/a.cjs', '`${__dirname}/rules/r.txt`', 'checks/rules/r.txt'],
  ['checks/a.ts', "const rules = join(here, 'rules');\nopenSync(join(rules, 'r.txt'))", 'checks/rules/r.txt'],
])('%s that says %j may read %s', (path, text, file) => {
  expect(mentionedFiles(path, text)).toContain(file);
});

test.each([
  ['a.py', 'open(Path(sys.argv[1]))', true],
  ['a.py', "for f in (HERE / 'rules').glob(pattern): pass", true],
  ['a.py', 'for f in HERE.iterdir(): f.read_text()', true],
  ['a.mjs', "readFileSync(`rules/${name}.txt`, 'utf8')", true],
  ['a.py', "open('rules.txt', 'r')", false],
  ['a.py', 'json.load(sys.stdin)', false],
  ['a.txt', 'open(name)', false],
])('%s that says %j opens names that it computes: %s', (path, text, computed) => {
  expect(opensComputedNames(path, text)).toBe(computed);
});

test('any text is searched in a moment', () => {
  const pieces = fc.constantFrom("'a'", '/', ',', ' ', '\n', '=', 'parent', '"b.txt"', '(', '`${x}/', 'y'.repeat(100));
  always(
    fc.property(fc.array(pieces, { maxLength: 2000 }), (parts) => {
      // Time beyond all bounds is what a test runner's own limit is for.
      expect(mentionedFiles('checks/a.py', parts.join(''))).toBeDefined();
      expect(typeof opensComputedNames('checks/a.py', parts.join(''))).toBe('boolean');
    }),
    { numRuns: 50 },
  );
});
