import { type FileReading, type FoundTest, outcomeOf, retriedWords, type Sum } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage } from '../row.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { isMochaHook } from './ctrf.ts';
import { type Format, turnFromText, unreadable } from './json-format.ts';

/** JUnit's XML. It can't show a test that a runner left out, and seldom one that passed only when it was tried again. */
export const junitFormat: Format = (text, { root }) =>
  text.trimStart().startsWith('<') ? readJunit(text, root) : null;

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
  const placed = [...placedIn(read.root, [], root)];
  const isPytest = read.root.attributes['name'] === 'pytest tests' || within(read.root, 'testsuite').some(isOfPytest);
  const isVitest = read.root.attributes['name'] === 'vitest tests';
  const reasons = new Map(placed.map((each) => [each, notATest(each, isVitest ? placed : [])]));
  const tests = placed.flatMap((each) => (reasons.get(each) === null ? [each.test] : []));
  const suites = [read.root, ...within(read.root, 'testsuite')];
  // node writes nothing else of a test that failed after those inside of it passed.
  const [, failed] = /^\s*<!-- fail (\d+) -->$/m.exec(text) ?? [];
  return {
    tests: isPytest ? attemptsOf(tests) : tests,
    // pytest counts what it reports inside of a test, too.
    sums: [...suites.map((suite) => sumOf(suite, isPytest)), { ...sumOf(read.root, true), bad: Number(failed ?? 0) }],
    damage: [...[...reasons.values()].flatMap((reason) => reason ?? []), ...suites.flatMap(errorOf)],
  };
}

function* placedIn(element: XmlElement, suites: readonly string[], root: string): Generator<Placed> {
  for (const child of element.children) {
    if (child.name === 'testcase') yield { element: child, suites, test: testOf(child, suites, element, root) };
    yield* placedIn(child, [...suites, child.attributes['name'] ?? ''], root);
  }
}

function isOfPytest({ attributes }: XmlElement): boolean {
  return attributes['name'] === 'pytest';
}

/** A file that was not loaded, a hook or the end of the process in the place of a test, as its writer marks them. */
function notATest({ element, suites, test }: Placed, ofVitest: readonly Placed[]): Damage | null {
  const { name = '', classname = '' } = element.attributes;
  const problem = test.message ?? 'it gives no reason';
  if (isMochaHook(name)) return { code: 'hook_failed', file: name, left_out: 0 };
  if (element.children.some(({ attributes }) => attributes['message'] === 'collection failure'))
    return { code: 'not_loaded', file: name, problem };
  const [go] = failuresOf(element);
  if (go?.attributes['message'] === 'Failed' && /^=== RUN/.test(go.text) && isCutInGo(go.text))
    return { code: 'pending', tests: [name], why: 'ended' };
  if (suites.at(-1) === 'vitest unhandled errors' || JEST_HOOK.test(name)) return { code: 'unhandled_error', problem };
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

/** What jest-junit calls what no test threw. */
const JEST_HOOK = /^ Test execution failure: could be caused by test hooks/;

/** A Go test says how it ended; one that does not, or panicked, took those after it along. */
function isCutInGo(text: string): boolean {
  return !/^\s*--- (?:FAIL|PASS|SKIP): /m.test(text) || /^panic: /m.test(text);
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

/** A suite that failed by itself, before or after its tests. */
function errorOf(suite: XmlElement): readonly Damage[] {
  const own = suite.children.filter(({ name }) => name === 'error' || name === 'failure');
  return own.map((element) => ({ code: 'unseen_failure', counted: 1, problem: messageOf(element) }));
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
    if (by !== undefined) return { outcome: isThrownInPlaywright(by) ? 'failed' : outcome, by };
  }
  const { status, result } = test.attributes;
  const said = [status, result].flatMap((word) => (word === undefined || word === '' ? [] : [outcomeOf(word)]));
  const known = ['error', 'failed', 'skipped'] as const;
  const outcome =
    known.find((each) => said.includes(each)) ?? said.find((each) => typeof each === 'object') ?? 'passed';
  return { outcome, by: null };
}

/** Playwright calls a test that threw an error, and heads its text with a line; one whose process ended did not throw. */
function isThrownInPlaywright({ text }: XmlElement): boolean {
  return / › .*─{3}/.test(text) && !text.includes('Error: worker process exited unexpectedly');
}

const TAGS = [
  ['error', 'error'],
  ['failure', 'failed'],
  ['skipped', 'skipped'],
] as const;

function failuresOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name }) => name === 'failure');
}

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
