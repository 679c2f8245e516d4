import { rowFrom } from '../found-test.ts';
import { fromRoot } from '../paths.ts';
import type { Damage, Row, RowsReading } from '../row.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { countDamage, type Format, turnFromText } from './json-format.ts';

/** JUnit's XML. It can't show a test that a runner left out, or passed only when it was tried again. */
export const junitFormat: Format = {
  twins: 'refused',
  read: (text, { root }) => (text.trimStart().startsWith('<') ? readJunit(text, root) : null),
};

function readJunit(text: string, root: string): RowsReading {
  const read = readXml(text);
  if ('problem' in read) return { rows: [], damage: [{ code: 'cut', problem: read.problem }] };
  const rows: Row[] = [];
  const damage: Damage[] = [];
  for (const suite of within(read.root, 'testsuite')) {
    const tests = within(suite, 'testcase');
    const counted = Number(suite.attributes['tests']);
    const children = suite.children.filter(({ name }) => name === 'testcase');
    const inner = ancestorsOf(children.map(({ attributes }) => attributes['name'] ?? ''));
    for (const test of children) {
      const row = rowOf(test, root);
      const reason = notATest(test, suite, inner);
      if (reason === null) rows.push(row);
      else damage.push({ ...reason, problem: row.message ?? 'it gives no reason' });
    }
    if (Number.isInteger(counted)) damage.push(...countDamage(counted, tests));
  }
  return { rows, damage };
}

/** A file that was not loaded, or a hook, in the place of a test. */
function notATest(
  test: XmlElement,
  suite: XmlElement,
  inner: ReadonlySet<string>,
): { readonly code: 'not_loaded'; readonly file: string } | { readonly code: 'unhandled_error' } | null {
  const { name = '' } = test.attributes;
  const failed = endOf(test) !== null;
  const suiteName = suite.attributes['name'];
  if (suiteName === 'vitest unhandled errors') return { code: 'unhandled_error' };
  const isCollection = test.children.some(({ attributes }) => attributes['message'] === 'collection failure');
  return isCollection || name === suiteName || (failed && inner.has(name)) ? { code: 'not_loaded', file: name } : null;
}

/** Consecutive parts of the text before the last ` > ` of a name: a failed "test" of such a name is a hook. */
function ancestorsOf(names: readonly string[]): ReadonlySet<string> {
  const ancestors = new Set<string>();
  for (const name of names) {
    const steps = name.split(' > ').slice(0, MOST_STEPS);
    for (let end = 1; end < steps.length; end += 1)
      for (let start = 0; start < end; start += 1) ancestors.add(steps.slice(start, end).join(' > '));
  }
  return ancestors;
}

const MOST_STEPS = 12;

function rowOf(test: XmlElement, root: string): Row {
  const { name = '', classname = '', file: path, time } = test.attributes;
  const file = path === undefined ? null : fromRoot(path, root);
  const end = endOf(test);
  const seconds = time === undefined ? Number.NaN : Number(time);
  const [property] = within(test, 'property').filter(({ attributes }) => attributes['name'] === 'agent_eval');
  return rowFrom({
    id: `${file ?? classname} > ${name}`,
    file,
    outcome: end === null ? 'passed' : (OUTCOMES[end.name] ?? 'failed'),
    message: end === null ? null : (end.attributes['message'] ?? end.text),
    seconds: Number.isFinite(seconds) ? seconds : null,
    turn: turnFromText(property?.attributes['value'] ?? property?.text),
  });
}

const OUTCOMES: { readonly [tag: string]: Row['outcome'] } = { failure: 'failed', error: 'error', skipped: 'skipped' };

function endOf({ children }: XmlElement): XmlElement | null {
  return children.find(({ name }) => name in OUTCOMES) ?? null;
}

function within(element: XmlElement, name: string): readonly XmlElement[] {
  const own = element.name === name ? [element] : [];
  return [...own, ...element.children.flatMap((child) => within(child, name))];
}
