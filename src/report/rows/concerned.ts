import { shellLine } from '#common/shell.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import { visible } from '../escape.ts';
import { type CaseRow, hasTrials, type Report } from '../report.ts';
import { pathFromRoot, rerunOf } from './build-report.ts';

/** Cases that are listed above the metrics; all others are below them, or folded. */
export function concerned({ verdict, reasons, cases, baseline }: Report): readonly Group[] {
  const ofGroup = (group: CaseRow['group']) => cases.filter((row) => row.group === group);
  const isMean = verdict === 'fail' && reasons.some(({ code, outcome }) => code === 'suite_drop' && outcome === 'fail');
  const question = verdict === 'inconclusive' ? reasons.find(({ outcome }) => outcome === 'inconclusive') : undefined;
  return [
    { title: 'What broke', rows: ofGroup('broken') },
    { title: 'Must never fail', rows: ofGroup('guarded') },
    { title: 'Most affected', rows: isMean ? [...ofGroup('worse'), ...ofGroup('affected')] : [] },
    {
      title: 'In question',
      rows: ofGroup('worse').filter(({ id }) => question?.cases.includes(id) === true),
    },
    { title: 'Failing', rows: baseline.kind === 'none' ? ofGroup('failing') : [] },
    { title: 'Could not be evaluated', rows: ofGroup('errors') },
  ];
}

/** Of the cases that broke, the one that tells a reader most at a glance: short, and with a wrong call; `null`: none has evidence. */
export function clearest(rows: readonly CaseRow[]): CaseRow | null {
  const told = rows.flatMap((row) => {
    const { group, evidence, expected } = row;
    if ((group !== 'broken' && group !== 'guarded') || evidence === null) return [];
    const texts = [
      ...evidence.calls.map((call) => `${call.name} ${call.arguments ?? ''}`),
      ...(expected ?? []).flatMap(({ calls }) => calls),
      evidence.output ?? '',
    ];
    const size = texts.join(' ').length;
    const isWrong = evidence.paired.some(({ wrong }) => wrong !== null);
    return [{ row, rank: [size > AT_A_GLANCE ? 1 : 0, group === 'broken' ? 0 : 1, isWrong ? 0 : 1, size] }];
  });
  const before = (left: readonly number[], right: readonly number[]) =>
    left.map((value, at) => value - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return told.toSorted((left, right) => before(left.rank, right.rank))[0]?.row ?? null;
}

/** Characters. */
const AT_A_GLANCE = 600;

/** Cases under one heading. */
interface Group {
  readonly title: string;
  readonly rows: readonly CaseRow[];
}

/** The cases that a red is about; empty if it is about all. */
export function toBlame(report: Report): readonly CaseRow[] {
  const rows = concerned(report).flatMap(({ rows }) => rows.filter(({ group }) => group !== 'errors'));
  const [first] = report.reasons.filter(({ outcome }) => outcome === 'fail');
  return rows.length > 0 ? rows : report.cases.filter(({ id }) => first?.cases.includes(id));
}

/** Where a case is written, from the root of the repository. */
export function casePlace(
  source: CaseRow['source'],
  { run }: Pick<Report, 'run'>,
): { readonly file: string | null; readonly line: number | null } {
  return { file: source === null ? null : pathFromRoot(run, source.file), line: source?.line ?? null };
}

/** What was shown to have broken a case; `null`: nothing was. */
export function culpritsOf({ id }: CaseRow, { explained = [] }: Report): readonly ExplainedCase[] | null {
  const named = explained.filter((item) => item.outcome === 'named' && [item.case, ...item.also].includes(id));
  return named.length === 0 ? null : named;
}

/** What to do about a red: see its cases, or the suite, next to main's; `null`: there is nothing to run. */
export function failedRun(report: Report): LocalRun | null {
  if (report.verdict !== 'fail' || !hasTrials(report)) return null;
  const rows = toBlame(report);
  if (rows.length > 0) return localRun(rows, report);
  const command = shellLine(report.run.rerun);
  return isCopied(command) ? { words: 'Run it locally:', command } : null;
}

/** A command for a reader, and what it does. */
interface LocalRun {
  readonly words: string;
  readonly command: string;
}

/** How a reader runs these cases, in one command as long as people copy; `null`: there is none. */
export function localRun(rows: readonly CaseRow[], { run, cases }: Report): LocalRun | null {
  const ids = rows.filter(({ candidate }) => candidate !== null).map(({ id }) => id);
  let length = -1;
  const fits = ids.filter((id) => {
    length += id.length + 1;
    return length <= LONGEST_IDS;
  });
  const command = shellLine(ids.length > 1 && ids.length === cases.length ? run.rerun : rerunOf(run, fits));
  if (fits.length === 0 || command.length > LONGEST_COMMAND || !isCopied(command)) return null;
  const what = fits.length < ids.length ? `the first ${fits.length} of them` : ids.length === 1 ? 'it' : 'them';
  return { words: `Run ${what} locally:`, command };
}

/** Whether people who copy it from a page get what is there, and a comment can hold it without passing for one of its own marks. */
function isCopied(command: string): boolean {
  return visible(command) === command && !/[\n\t]|<!--/.test(command);
}

const LONGEST_IDS = 600;

/** Characters of a command that people copy. */
const LONGEST_COMMAND = 1000;
