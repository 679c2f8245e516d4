import { plural } from '#common/words.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import { visible } from '../escape.ts';
import { headlineOf } from '../headline/headline.ts';
import { GROUP_LABEL } from '../labels.ts';
import type { CaseRow, Report } from '../report.ts';
import { whyOf } from '../rows/why.ts';
import { reasonSentences } from '../sentences.ts';

/**
 * The report as JUnit XML: one test case for the verdict itself, then one per case. A case fails if the gate blames it or it
 * never passes; cases that could not be evaluated are errors, cases that did not run are skipped.
 */
export function renderJunit(report: Report): string {
  const tests = [
    verdict(report),
    ...report.cases.filter((row) => row.candidate !== null || row.group === 'unaffected').map(ofCase),
  ];
  const number = (kind: Outcome['kind']): number => tests.filter(({ outcome }) => outcome.kind === kind).length;
  const suite = [
    `name="${attribute(report.run.name)}" tests="${tests.length}" failures="${number('failure')}"`,
    `errors="${number('error')}" skipped="${number('skipped')}" time="${(report.run.duration_ms / 1000).toFixed(3)}"`,
  ].join(' ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${suite}>`,
    `  <testsuite ${suite}>`,
    ...tests.map(element),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

interface Test {
  readonly name: string;
  readonly place: CaseRow['source'];
  readonly regraded: boolean;
  readonly outcome: Outcome;
}

interface Outcome {
  readonly kind: 'failure' | 'error' | 'skipped' | 'passed';
  readonly message: string;
  /** Type of the error, kind of the failure, or name of the check; `null` for the verdict. */
  readonly type?: string | null;
  readonly details: readonly string[];
}

function verdict(report: Report): Test {
  const headline = headlineOf(report);
  const details = [...headline.numbers, ...reasonSentences(report).map(({ text }) => text)];
  const kind = ({ pass: 'passed', fail: 'failure', inconclusive: 'skipped', error: 'error' } as const)[report.verdict];
  return {
    name: 'verdict',
    place: null,
    regraded: false,
    outcome: { kind, message: headline.words, details },
  };
}

function ofCase(row: CaseRow): Test {
  const { id, name, source: place, regraded } = row;
  return { name: name === null ? id : `${id}: ${name}`, place, regraded, outcome: outcomeOf(row) };
}

function outcomeOf(row: CaseRow): Outcome {
  const { group, candidate, cause, failures, errors } = row;
  if (group === 'unaffected') return { kind: 'skipped', message: `not run: ${row.reason}`, details: [] };
  if (group === 'not_run') return { kind: 'skipped', message: 'no trial ran', details: [] };
  if (candidate === null || candidate.scored === 0) {
    const details = errors.map((error) => `${error.class} (${times(error)}): ${error.message}`);
    const because = errors[0] === undefined ? '' : `${errors[0].message}; `;
    return { kind: 'error', message: `${because}no trial could be evaluated`, type: errors[0]?.class ?? null, details };
  }
  const passes = `${candidate.passed} of ${candidate.scored} trials passed`;
  const failed = group === 'broken' || group === 'guarded' || candidate.passed === 0;
  const why = cause === null || candidate.passed === candidate.scored ? [] : [`cause: ${cause}`];
  const details = [
    ...why,
    ...failures.map((failure) => `${failure.check} (${times(failure)}): ${checkWords(failure.fact)}`),
  ];
  if (group === 'accepted' || group === 'quarantined')
    return { kind: 'skipped', message: `${GROUP_LABEL[group].toLowerCase()}; ${passes}`, details };
  if (!failed) return { kind: 'passed', message: passes, details };
  const words = whyOf(row)?.text;
  return { kind: 'failure', message: words === undefined ? passes : `${words}; ${passes}`, type: typeOf(row), details };
}

/** Names of exceptions are types to everyone who reads JUnit. */
function typeOf({ cause_type: type, failures: [failure] }: CaseRow): string | null {
  if (type !== null) return type;
  return failure === undefined ? null : failure.check === 'agent' ? failure.fact.code : failure.check;
}

function times({ trials }: { readonly trials: number }): string {
  return plural(trials, 'trial');
}

function element({ name, place, regraded, outcome: { kind, message, type = null, details } }: Test): string {
  const file = place === null ? '' : ` file="${attribute(place.file)}" line="${place.line}"`;
  const text = content([message, ...details].join('\n'));
  const inside =
    kind === 'passed'
      ? `<system-out>${text}</system-out>`
      : `<${kind} message="${attribute(message)}"${type === null ? '' : ` type="${attribute(type)}"`}>${text}</${kind}>`;
  const known = regraded ? PROPERTIES : '';
  return `    <testcase classname="agent-eval" name="${attribute(name)}"${file}>${known}${inside}</testcase>`;
}

/** For a case with changed expectations whose trials of main were graded again. */
const PROPERTIES = '<properties><property name="regraded" value="true"/></properties>';

function attribute(text: string): string {
  return content(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}

/** Text of an element: markup escaped, and without the characters that XML 1.0 forbids (all invisible). */
function content(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
