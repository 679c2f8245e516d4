import type { Case } from '#cases/suite/case.ts';
import { jsonText } from '#common/json-text.ts';
import { plural, wholeNumber } from '#common/words.ts';
import type { Comparison, PooledRun } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { renderHtml } from '#report/html/render-html.tsx';
import { redactRecords } from '#report/redaction/redact-data.ts';
import type { Report } from '#report/report.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { NOTHING_SHOWN, readShown, type ShownTrials } from './read-shown.ts';

/** Of one run; more would not fit into the file. */
const MOST_SHOWN = 10_000;

/** What the HTML report is made of, besides what is stored. */
export interface HtmlRequest {
  /** Redacted. */
  readonly report: Report;
  readonly comparison: Comparison;
  readonly baseline: BaselineLookup;
  readonly cases: readonly Case[];
  /** Lines of the run's own trajectories.jsonl, and then of its requests.jsonl. */
  readonly here: AsyncIterable<string>;
  readonly baselines: Pick<BaselineStore, 'stored'>;
  readonly redact: (text: string) => string;
  /** Compresses UTF-8 text with deflate-raw; gives base64. */
  readonly pack: (text: string) => string;
}

/**
 * The HTML report, with the trajectories of main's nearest run with stored ones. What can't be read is missing in it, and the
 * report's notes say why. `problem`: there is none, a sentence part.
 */
export async function htmlReport(
  request: HtmlRequest,
): Promise<{ readonly html: string } | { readonly problem: string }> {
  const { report, comparison, redact, pack } = request;
  const trials = report.run.scored_trials + report.run.error_trials;
  if (trials > MOST_TRIALS)
    return {
      problem: `is not made for more than ${wholeNumber(MOST_TRIALS)} trials; this run has ${wholeNumber(trials)}`,
    };
  const trialIds = wantedTrials(report, comparison);
  const here = await readShown(request.here, trialIds.here, redact);
  const main = await ofMain(request, trialIds.main);
  const notes = [...missing('this run', here), ...main.flatMap(({ trials, run }) => missing(nameOf(run), trials))];
  const html = renderHtml({
    report: { ...report, notes: [...report.notes, ...notes.map(redact)] },
    comparison: redactRecords(comparison, redact),
    here: here.trajectories,
    main: main.map(({ trials }) => trials.trajectories),
    // Shown in no other place, where a secret would have been masked.
    cases: request.cases.filter((item) => isClean(item, redact)),
    segments: new Map([...main.flatMap(({ trials }) => [...trials.segments]), ...here.segments]),
    history: report.history,
    pack,
  });
  return { html };
}

interface ShownRun {
  readonly run: PooledRun;
  readonly trials: ShownTrials;
}

/** One run is enough to show what main does, and every further one may be a large download. */
async function ofMain(
  { comparison, baseline, baselines, redact }: HtmlRequest,
  idsOfRuns: readonly ReadonlySet<string>[],
): Promise<readonly ShownRun[]> {
  const runs = baseline.kind === 'found' ? baseline.runs : [];
  const all: ShownRun[] = [];
  let found = false;
  for (const [place, run] of comparison.pool.entries()) {
    const stored = runs.find((item) => isSame(item, run));
    const ids = idsOfRuns[place] ?? new Set();
    const lines: AsyncIterable<string> | undefined =
      found || ids.size === 0 || stored === undefined ? undefined : baselines.stored?.(stored);
    const trials: ShownTrials = lines === undefined ? NOTHING_SHOWN : await readShown(lines, ids, redact);
    found ||= trials.trajectories.size > 0;
    all.push({ run, trials });
  }
  return all;
}

function isSame({ results }: StoredRun, { run_id, created_at }: PooledRun): boolean {
  return results.run.id === run_id && results.created_at === created_at;
}

function missing(whose: string, { problem, trajectories }: ShownTrials): readonly string[] {
  if (problem === null) return [];
  const read =
    trajectories.size === 0 ? 'none is' : `only ${plural(trajectories.size, 'trajectory', 'trajectories')} of it are`;
  return [`Trajectories of ${whose}: ${read} shown, because they ${problem}.`];
}

function nameOf({ sha, created_at }: PooledRun): string {
  return `main's run of ${created_at.slice(0, 10)}${sha === null ? '' : ` (${sha.slice(0, 7)})`}`;
}

/** Whether nothing in it has to be masked. */
function isClean(item: Case, redact: (text: string) => string): boolean {
  const text = jsonText(item);
  return redact(text) === text;
}

/** Its table of cases alone would be longer than people read, and the browser's memory is finite. */
const MOST_TRIALS = 50_000;

/** Ids of the trajectories that a report shows. */
interface WantedTrials {
  readonly here: ReadonlySet<string>;
  /** For each run of the comparison's pool. */
  readonly main: readonly ReadonlySet<string>[];
}

/**
 * The trials of the cases that are listed first, in a number that fits into memory and into one file: here failed ones before
 * passed ones, which is what people look for, and of main passed ones before failed ones, which they are put next to.
 */
export function wantedTrials({ cases }: Pick<Report, 'cases'>, comparison: Comparison): WantedTrials {
  const compared = new Map(comparison.cases.map((item) => [item.id, item]));
  const rows = cases.flatMap(({ id }) => compared.get(id) ?? []);
  return {
    here: first(
      rows.map(({ candidate }) => candidate?.trials ?? []),
      'failed',
    ),
    main: comparison.pool.map((_, run) =>
      first(
        rows.map(({ runs }) => runs[run] ?? []),
        'passed',
      ),
    ),
  };
}

function first(cases: readonly (readonly TrialRecord[])[], before: 'passed' | 'failed'): ReadonlySet<string> {
  const rank = ({ outcome }: TrialRecord): number => ((outcome === 'passed') === (before === 'passed') ? 0 : 1);
  const ids = cases.flatMap((trials) =>
    trials.toSorted((left, right) => rank(left) - rank(right)).flatMap(({ trajectory }) => trajectory ?? []),
  );
  return new Set(ids.slice(0, MOST_SHOWN));
}
