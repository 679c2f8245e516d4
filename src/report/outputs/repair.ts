import { utf8Bytes } from '#common/cut.ts';
import { escapedJson } from '#common/json-text.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import { fenced, plainLine } from '../escape.ts';
import { passRates } from '../headline/failed.ts';
import { headlineOf } from '../headline/headline.ts';
import { messageOf } from '../reasons/reason-words.ts';
import type { CaseRow, Report } from '../report.ts';
import { pathFromRoot, rerunOf, whichOf } from '../rows/build-report.ts';
import { casePlace, concerned, culpritsOf, toBlame } from '../rows/concerned.ts';
import { madeCalls } from '../rows/expected-calls.ts';
import { failedRules } from '../rows/failed-rules.ts';
import { whyOf } from '../rows/why.ts';
import { LONGEST_QUOTE, type Repair } from './repair-schema.ts';

/** What a coding agent needs to mend a red, from the facts of every other output. `most`: cases. */
export function repairOf(report: Report, most = MOST_CASES): Repair {
  const { verdict, reasons, main, run, numbers, guarded } = report;
  const rows = verdict === 'fail' ? toBlame(report) : concerned(report).flatMap((group) => group.rows);
  const broken = verdict === 'pass' ? [] : rows;
  const open = reasons.filter(({ outcome }) => outcome === 'inconclusive');
  return {
    schema: 'agent-eval-repair/1',
    verdict,
    headline: quote(headlineOf(report).words),
    broken: broken.slice(0, most).map((row) => brokenCase(row, report)),
    more_broken: Math.max(0, broken.length - most),
    worse: verdict === 'pass' ? [] : worse(report),
    open: open.map((reason) => ({
      code: reason.code,
      cases: reason.cases.slice(0, MOST_NAMED).map(lineOf),
      ...quote(messageOf(reason, main)),
    })),
    must_not_change: [
      ...guarded.map(({ glob, except }) => ({ glob: lineOf(pathFromRoot(run, glob)), except: [...except] })),
      { glob: '.github/**', except: [] },
    ],
    next_look: nextLook(run, numbers.planned_looks[0] ?? 0),
  };
}

/** The block as Markdown, for who reads the check run by its API; one that is too large is in the results alone. `limit`: bytes. */
export function repairMarkdown(report: Report, limit: number): string {
  for (let most = MOST_CASES; most >= 1; most = Math.floor(most / 2)) {
    const block = fenced(escapedJson(repairOf(report, most), 1), 'json');
    const text = `<details><summary>For a coding agent: what to mend</summary>\n\n${block}\n\n</details>`;
    if (utf8Bytes(text) <= limit) return text;
  }
  return 'For a coding agent: what to mend is in `repair.json` of the results; it does not fit here.';
}

const MOST_CASES = 200;
const MOST_NAMED = 50;

function lineOf(text: string): string {
  return plainLine(text, LONGEST_QUOTE);
}

function quote(text: string): { quoted: string } {
  return { quoted: lineOf(text) };
}

function brokenCase(row: CaseRow, report: Report): Repair['broken'][number] {
  const { id, demand, baseline, candidate } = row;
  const why = whyOf(row)?.text ?? null;
  const got = gotOf(row);
  const { file, line } = casePlace(row.source, report);
  const sides = { main: baseline, here: candidate && { passed: candidate.passed, scored: candidate.scored } };
  const culprits = culpritsOf(row, report);
  return {
    case: lineOf(id),
    file: file === null ? null : lineOf(file),
    line,
    turn: demand?.turn ?? null,
    expected: demand && quote(demand.text),
    got: got === '' ? null : quote(got),
    first_difference: why === null ? null : quote(why),
    trials: sides,
    culprit:
      culprits?.flatMap(({ lines, without, unchanged }) =>
        lines.map(({ path, first, last }) => ({
          file: lineOf(path),
          lines: first === null || last === null ? null : ([first, last] satisfies [number, number]),
          rate_without: rateOf(without),
          rate_with: rateOf(unchanged),
        })),
      ) ?? null,
    which: culprits === null && baseline !== null ? (whichOf(report.run, id)?.slice() ?? null) : null,
    command: [...rerunOf(report.run, [id])],
  };
}

/** What a failed trial did; of one that did nothing, as of a runner's own test, what is said of it. */
function gotOf({ evidence, failures: [failure], errors: [error] }: CaseRow): string {
  if (evidence === null || (evidence.output === null && evidence.calls.length === 0))
    return failure === undefined ? (error?.message ?? '') : checkWords(failure.fact);
  const answer = evidence.output === null ? '' : `\nanswer: ${evidence.output}`;
  return `trial ${evidence.trial}: ${madeCalls(evidence)}${answer}`;
}

function rateOf({ passed, trials }: { readonly passed: number; readonly trials: number }): number | null {
  return trials === 0 ? null : passed / trials;
}

function worse(report: Report): Repair['worse'] {
  return failedRules(report.numbers).map(({ metric, tag, rule, value, sides }) => {
    const limit = value === null ? null : { rule, value };
    const { main, here } = sides ?? passRates({ tag }, report);
    const row = tag === null ? report.metrics.find((item) => item.metric === metric) : undefined;
    return { metric, tag, main: main ?? row?.baseline ?? null, here, limit };
  });
}

function nextLook({ cases, cost_usd: cost, unpriced_cases, scored_trials, error_trials }: Report['run'], look: number) {
  const trials = cases * look;
  const done = scored_trials + error_trials;
  const isKnown = cost !== null && unpriced_cases === undefined && done > 0;
  return { trials, usd: isKnown ? Number(((cost / done) * trials).toPrecision(6)) : null };
}
