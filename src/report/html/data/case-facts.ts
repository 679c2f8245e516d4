import { shellLine } from '#common/shell.ts';
import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import type { PassedOf } from '#gate/history/history-row.ts';
import { alikeWords, GROUP_LABEL } from '#report/labels.ts';
import type { CaseGroup, CaseRow } from '#report/report.ts';
import { rerunOf } from '#report/rows/build-report.ts';
import { plainWhy } from '#report/rows/plain-why.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { visibleText } from '../markup/shown.ts';
import { type CaseData, trajectoryOf } from './case-data.ts';
import type { HtmlInput } from './html-input.ts';

/** What the table of cases, its search and the head of an opened case know of a case without its trials. */
export interface CaseFacts {
  readonly id: string;
  readonly name: string | null;
  readonly renamed_from: string | null;
  /** What main is called here. */
  readonly branch: string;
  readonly group: CaseGroup;
  /** The group in words. */
  readonly standing: string;
  readonly regraded: boolean;
  readonly tags: readonly string[];
  /** Where it is written: `evals/shop.yml:12`. */
  readonly place: string | null;
  readonly place_url: string | null;
  readonly main: SideFacts | null;
  readonly here: SideFacts | null;
  /** Why it fails or is not compared, one line. */
  readonly why: string | null;
  /** How far its trials agree, in words; empty: all do, or nobody knows. */
  readonly alike: readonly string[];
  /** Codes of failed checks, kinds of failures and errors. */
  readonly kinds: readonly string[];
  /** Names of the tools that its trials called. */
  readonly tools: readonly string[];
  /** Runs it again, in a POSIX shell. */
  readonly command: string;
  /** Passed and judged trials in the last runs of main, oldest first; `null` where it had none. */
  readonly trend: readonly (PassedOf | null)[];
}

/** One side of a case. */
export interface SideFacts {
  readonly passed: number;
  readonly scored: number;
  /** A letter for each trial: `p` passed, `f` failed, `e` could not be judged; runs of main are separated by a space. */
  readonly trials: string;
}

/** Runs of main in the trend of a case. */
const LONGEST_TREND = 30;

/** One entry for each case of the report, in its order. */
export function caseFacts({ report, comparison, history }: HtmlInput, data: readonly CaseData[]): readonly CaseFacts[] {
  const compared = new Map(comparison.cases.map((item) => [item.id, item]));
  const rows = history.slice(-LONGEST_TREND);
  const base = sourceBase(report.run);
  return report.cases.map((row, index): CaseFacts => {
    const { id, name, renamed_from, group, regraded, tags, source } = row;
    const sides = compared.get(id);
    const place = source === null ? null : `${source.file}:${source.line}`;
    return {
      id,
      name,
      renamed_from,
      branch: visibleText(report.main),
      group,
      standing: GROUP_LABEL[group],
      regraded,
      tags,
      place,
      place_url: base === null || source === null ? null : `${base}/${pathOf(source.file)}#L${source.line}`,
      main: row.baseline && {
        ...row.baseline,
        trials: runsOf(sides).map(lettersOf).join(' '),
      },
      here: row.candidate && {
        passed: row.candidate.passed,
        scored: row.candidate.scored,
        trials: lettersOf(sides?.candidate?.trials ?? []),
      },
      why: plainWhy(row) ?? row.reason,
      alike: alikeWords(row.alike),
      kinds: kindsOf(row),
      tools: toolsOf(data[index]),
      command: shellLine(rerunOf(report.run, [id])),
      trend: rows.map(({ cases }) => (Object.hasOwn(cases, id) ? (cases[id] ?? null) : null)),
    };
  });
}

function runsOf(sides: ComparedCase | undefined): readonly (readonly TrialRecord[])[] {
  const runs = (sides?.runs ?? []).filter((run) => run.length > 0);
  return runs.length > 0 ? runs : [sides?.baseline?.trials ?? []];
}

function lettersOf(trials: readonly TrialRecord[]): string {
  return trials.map(({ outcome }) => outcome.charAt(0)).join('');
}

function kindsOf({ failures, errors }: CaseRow): readonly string[] {
  const codes = failures.flatMap(({ check, fact }) => [check, ...(fact.code === null ? [] : [fact.code])]);
  return [...new Set([...codes, ...errors.map((error) => error.class)])];
}

function toolsOf(data: CaseData | undefined): readonly string[] {
  const trajectories = [...(data?.here ?? []), ...(data?.main ?? [])].flatMap((trial) => trajectoryOf(trial) ?? []);
  const calls = trajectories.flatMap(({ turns }) => turns.flatMap(({ tool_calls }) => tool_calls ?? []));
  return [...new Set(calls.map(({ name }) => name))].sort();
}

function sourceBase({ repository_url, sha, head_sha }: HtmlInput['report']['run']): string | null {
  const commit = head_sha ?? sha;
  return repository_url === null || commit === null ? null : `${repository_url}/blob/${commit}`;
}

function pathOf(file: string): string {
  return file.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** The address of an opened case in the report itself. */
export function caseHash(id: string): string {
  return `#c=${encodeURIComponent(id.toWellFormed()).replaceAll('%2F', '/')}`;
}
