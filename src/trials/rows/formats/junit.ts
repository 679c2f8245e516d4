import { type FileReading, type FoundTest, outcomeOf, retriedWords, type Sum } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { isMochaHook } from './ctrf.ts';
import { type Format, turnFromText, unreadable } from './json-format.ts';

/** JUnit's XML. It can't show a test that a runner left out, and seldom one that passed only when it was tried again. */
export const junitFormat: Format = (text, { root }) =>
  text.trimStart().startsWith('<') ? readJunit(text, root) : null;

type Writer = 'pytest' | 'vitest' | 'playwright';

/** Writers with habits of their own, and what in their files tells them. */
const WRITERS: readonly (readonly [writer: Writer, wrote: (root: XmlElement) => boolean])[] = [
  ['pytest', (root) => [root, ...within(root, 'testsuite')].some((suite) => /^pytest(?: tests)?$/.test(nameOf(suite)))],
  ['vitest', (root) => nameOf(root) === 'vitest tests'],
  // Its root has an id, and each file is a suite, with the project as its host.
  [
    'playwright',
    ({ attributes: { id }, children }) =>
      id !== undefined &&
      children.every(
        (suite) =>
          suite.attributes['hostname'] !== undefined &&
          suite.children.every(({ attributes }) => attributes['classname'] === nameOf(suite)),
      ),
  ],
];

/** A testcase with what its place in the file says. */
interface Placed {
  readonly element: XmlElement;
  /** Names of the suites around it, the outermost first. */
  readonly suites: readonly string[];
  readonly test: FoundTest;
}

function readJunit(text: string, root: string): FileReading {
  const read = readXml(text);
  if ('problem' in read) return unreadable(text, read.problem);
  const [writer] = WRITERS.find(([, wrote]) => wrote(read.root)) ?? [];
  const placed = [...placedIn(read.root, [], root, writer)];
  const reasons = new Map(placed.map((each) => [each, notATest(each, writer === 'vitest' ? placed : [])]));
  const tests = placed.flatMap((each) => (reasons.get(each) === null ? [each.test] : []));
  const suites = [read.root, ...within(read.root, 'testsuite')];
  // node writes nothing else of a test that failed after those inside of it passed.
  const [, failed] = /^\s*<!-- fail (\d+) -->$/m.exec(text) ?? [];
  return {
    tests: writer === 'pytest' ? attemptsOf(tests) : tests,
    // pytest counts what it reports inside of a test, too.
    sums: [
      ...suites.map((suite) => sumOf(suite, writer === 'pytest')),
      { ...sumOf(read.root, true), bad: Number(failed ?? 0) },
    ],
    damage: [...[...reasons.values()].flatMap((reason) => reason ?? []), ...suites.flatMap(errorOf)],
  };
}

function* placedIn(element: XmlElement, suites: readonly string[], root: string, writer?: Writer): Generator<Placed> {
  const untold = uncounted(element);
  for (const child of element.children) {
    if (child.name === 'testcase') {
      const test = testOf(child, suites, element, root);
      // Playwright calls a test that threw an error, too; one whose process ended took no time.
      const threw = writer === 'playwright' && test.outcome === 'error' && (test.seconds ?? 0) > 0;
      const outcome = threw ? 'failed' : untold.has(child) ? 'skipped' : test.outcome;
      yield { element: child, suites, test: { ...test, outcome } };
    }
    yield* placedIn(child, [...suites, nameOf(child)], root, writer);
  }
}

/** Of testcases that their suite does not count, those that were not run: as many as passed in no time. jest-junit writes a `todo` so. */
function uncounted(suite: XmlElement): ReadonlySet<XmlElement> {
  const tests = ownTests(suite);
  const idle = tests.filter((test) => test.attributes['time'] === '0' && endOf(test).outcome === 'passed');
  return new Set(idle.length === tests.length - Number(suite.attributes['tests']) ? idle : []);
}

/** A file that was not loaded, a hook or the end of the process in the place of a test, as its writer marks them. */
function notATest({ element, suites, test }: Placed, ofVitest: readonly Placed[]): Damage | null {
  const { name = '', classname = '', time } = element.attributes;
  const problem = test.message ?? 'it gives no reason';
  if (isMochaHook(name)) return { code: 'hook_failed', file: name, left_out: 0 };
  if (element.children.some(({ attributes }) => attributes['message'] === 'collection failure'))
    return { code: 'not_loaded', file: name, problem };
  // gotestsum gives what never ended a time of -0; a panic or an exit takes the tests after it along.
  const isCut = element.children.some((by) => by.attributes['message'] === 'Failed' && /^panic: /m.test(by.text));
  if (time?.startsWith('-') || isCut) return { code: 'pending', tests: [name], why: 'ended' };
  if (suites.at(-1) === 'vitest unhandled errors') return { code: 'unhandled_error', problem };
  if (ofVitest.length === 0 || test.outcome === 'passed' || test.outcome === 'skipped') return null;
  if (name === classname && name === suites.at(-1)) return { code: 'not_loaded', file: name, problem };
  const inner = ofVitest.filter(
    (other) =>
      other.suites.at(-1) === suites.at(-1) && ` > ${other.element.attributes['name']}`.includes(` > ${name} > `),
  );
  return inner.length > 0 && inner.every((other) => other.test.outcome === 'skipped')
    ? { code: 'hook_failed', file: `${classname} > ${name}`, left_out: inner.length }
    : null;
}

/** Suites count their tests, all children, or more than there is a testcase for. */
function sumOf(suite: XmlElement, countsParts: boolean): Sum {
  const tests = within(suite, 'testcase');
  const count = (name: string) => Number(suite.attributes[name] ?? 0) || 0;
  return {
    counted: countsParts ? 0 : count('tests'),
    tests: Math.max(tests.length, suite.children.filter(({ name }) => name.startsWith('test')).length),
    bad: count('failures') + count('errors'),
    bad_tests: tests.filter((test) => !['passed', 'skipped'].includes(String(endOf(test).outcome))).length,
  };
}

/** A suite that failed by itself, before or after its tests: jest-junit makes a test of it, which it counts neither as one nor as failed. */
function errorOf(suite: XmlElement): readonly Damage[] {
  const { tests, failures } = suite.attributes;
  const own = suite.children.filter(({ name }) => name === 'error' || name === 'failure');
  const failed = ownTests(suite).flatMap(({ children }) => children.find(({ name }) => name === 'failure') ?? []);
  const isOutside = ownTests(suite).length > Number(tests) && failed.length > Number(failures);
  return [...own, ...(isOutside ? failed.slice(-1) : [])].map((element) => ({
    code: 'unhandled_error',
    problem: messageOf(element),
  }));
}

function ownTests({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name }) => name === 'testcase');
}

function nameOf({ attributes }: XmlElement): string {
  return attributes['name'] ?? '';
}

function testOf(element: XmlElement, suites: readonly string[], parent: XmlElement, root: string): FoundTest {
  const { name = '', classname = '', file: path, time } = element.attributes;
  const file = path === undefined ? null : fromRoot(path, root);
  const { outcome, by } = endOf(element);
  // node and bun have a suite for each describe, and name them in the class too; others put them into the name.
  const describes = file === null ? [] : suites.filter((suite) => classname.split(/ > |\./).includes(suite));
  const seconds = time === undefined ? Number.NaN : Number(time);
  const [property] = within(element, 'property').filter(({ attributes }) => attributes['name'] === 'agent_eval');
  const isRetried = outcome === 'passed' && element.children.some(({ name: tag }) => /^(?:flaky|rerun)/.test(tag));
  return {
    id: `${file ?? classname} > ${name}`,
    file,
    title: [...describes, name].join(' > '),
    // Playwright has a suite for each project, which it names as the host.
    apart: [classname, suites.filter((suite) => suite !== '').join(' > '), parent.attributes['hostname']],
    outcome,
    retried: isRetried ? retriedWords(null) : null,
    message: by === null ? null : messageOf(by),
    seconds: Number.isFinite(seconds) ? seconds : null,
    turn: turnFromText(property?.attributes['value'] ?? property?.text),
  };
}

/** The worst that a testcase says: by an element, else by a word. */
function endOf(test: XmlElement): { readonly outcome: FoundTest['outcome']; readonly by: XmlElement | null } {
  // What node runs only to show that it still fails.
  if (test.children.some(({ name, attributes }) => name === 'skipped' && attributes['type'] === 'todo'))
    return { outcome: 'skipped', by: null };
  for (const [tag, outcome] of TAGS) {
    const by = test.children.find(({ name }) => name === tag);
    if (by !== undefined) return { outcome, by };
  }
  const { status, result } = test.attributes;
  const said = [status, result].flatMap((word) => (word === undefined || word === '' ? [] : [outcomeOf(word)]));
  const known = ['error', 'failed', 'skipped'] as const;
  const outcome =
    known.find((each) => said.includes(each)) ?? said.find((each) => typeof each === 'object') ?? 'passed';
  return { outcome, by: null };
}

const TAGS = [
  ['error', 'error'],
  ['failure', 'failed'],
  ['skipped', 'skipped'],
] as const;

/** What an element says, or the text below where its message says nothing: gotestsum's is always "Failed". */
function messageOf({ attributes: { message = '', type = '' }, text }: XmlElement): string {
  const setup = /^failed on (?:setup|teardown) with "(.*)"$/s.exec(message)?.[1];
  if (setup !== undefined) return setup;
  // Playwright's message is the name of the matcher: the text below has both sides.
  if (/^expect\(.*$/.test(message) && text.includes(message)) return text.slice(text.indexOf(message));
  if (!/^(?:fail(?:ed|ure)?|error|test failed)?$/i.test(message.trim()))
    // Vitest has the class of the exception beside its message.
    return /^[A-Z]\w*(?:Error|Exception)$/.test(type) && !message.includes(type) ? `${type}: ${message}` : message;
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:=== |--- )/.test(line));
  return lines.map((line) => line.replace(/^\s+\w[\w.-]*_test\.go:\d+: /, '')).join('\n') || message;
}

/**
 * Testcases of pytest with one name are one test: reruns, of which all but the last failed and say nothing, or a teardown that failed
 * after the test.
 */
function attemptsOf(tests: readonly FoundTest[]): readonly FoundTest[] {
  const byName = new Map<string, FoundTest>();
  for (const test of tests) {
    const key = `${test.apart?.[0]} ${test.id}`;
    const earlier = byName.get(key);
    if (earlier === undefined) byName.set(key, test);
    else if (earlier.outcome === 'failed') byName.set(key, { ...earlier, remark: 'teardown_failed' });
    else byName.set(key, test.outcome === 'passed' ? { ...test, retried: retriedWords(null) } : test);
  }
  return [...byName.values()];
}

function within(element: XmlElement, name: string): readonly XmlElement[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => within(child, name))];
}
