import { duration, listed, plural, wholeNumber } from '#common/words.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { agentSpent, amountOfWork, judgeSpent } from '../amount-of-work.ts';
import { type Paint, painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { headlineOf } from '../headline/headline.ts';
import type { Headline } from '../headline/headline-words.ts';
import { VERDICT_COLOUR } from '../labels.ts';
import { lineWords } from '../reasons/line-words.ts';
import { messageOf } from '../reasons/reason-words.ts';
import { type CaseRow, hasTrials, isGated, type Report } from '../report.ts';
import { sentencesOf } from '../sentences.ts';
import { caseLines } from '../terminal/case-lines.ts';
import { hangLine, type TerminalOptions } from '../terminal/layout.ts';
import { metricLines } from '../terminal/metric-lines.ts';
import { tagLines } from '../terminal/tag-lines.ts';

/** How to show a report. `quiet`: the verdict alone; `verbose`: all cases. Absent: what is worth a look. */
export interface RenderOptions extends TerminalOptions {
  readonly detail?: 'quiet' | 'normal' | 'verbose';
  /** The run is of what failed last time: whether it passes now is the question. */
  readonly of_failed?: boolean;
}

/**
 * The report as plain text for a terminal, the verdict last, where the reader is. Untrusted text is stripped of everything that
 * a terminal obeys.
 */
export function renderTerminal(report: Report, options: RenderOptions): string {
  const paint = painter(options);
  if (options.detail === 'quiet') return verdictLines(report, options, paint).join('\n');
  const isVerbose = options.detail === 'verbose';
  const { evidence, verdict, background } = sentencesOf(report);
  const sentences = [...evidence, ...verdict, ...background].map(({ text }) => text);
  const notes = [...headlineOf(report).numbers, ...sentences];
  const blocks = [
    ...caseLines(report, { ...options, all: isVerbose }, paint),
    explainedLines(report, options, false),
    causeLines(report, options, paint),
    metricLines(
      report.metrics.filter((row) => isVerbose || !row.is_detail || isGated(row)),
      report.main,
      options,
      paint,
    ),
    isVerbose || report.tags.length <= FEW_TAGS ? tagLines(report.tags, options, paint) : [],
    notes.flatMap((sentence) => hangLine('· ', plainLine(sentence, 500), options.columns)),
    verdictLines(report, options, paint),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}`;
}

/** So many are shown unasked: an evaluation of capability, efficiency and robustness has three. */
const FEW_TAGS = 3;

function verdictLines(
  report: Report,
  { columns, of_failed: isOfFailed = false }: RenderOptions,
  paint: Paint,
): readonly string[] {
  const { verdict, brief, sentence } = isOfFailed && hasTrials(report) ? ofFailed(report) : lineOf(report);
  const colour = VERDICT_COLOUR[verdict ?? 'pass'];
  const mark = verdict === null ? '' : `${verdict.toUpperCase()}  `;
  const text = plainLine(brief, 300);
  const title =
    columns !== null && columns < 60 ? hangLine('', `${mark}${text}`, columns) : hangLine(mark, text, columns);
  return [
    ...title.map((line) => paint(paint(line, colour), 'bold')),
    ...explainedLines(report, { columns }, true),
    ...(sentence === '' ? [] : hangLine('', plainLine(sentence, 1000), columns)),
    ...hangLine('', facts(report), columns).map((line) => paint(line, 'dim')),
  ];
}

/** The lines that broke a case, which stand below the verdict; or else what a search for them came to. */
function explainedLines({ explained = [] }: Report, { columns }: Pick<TerminalOptions, 'columns'>, isNamed: boolean) {
  return explained
    .filter(({ outcome }) => (outcome === 'named') === isNamed)
    .flatMap((explanation) => hangLine('', plainLine(lineWords(explanation), 1000), columns));
}

/** The last line of a run; `verdict`: `null` where a part of the suite passes, which says nothing of the rest. */
interface VerdictLine extends Pick<Headline, 'brief' | 'sentence'> {
  readonly verdict: Report['verdict'] | null;
}

function lineOf(report: Report): VerdictLine {
  return { verdict: report.verdict, ...headlineOf(report) };
}

/** A part of the suite: whether it passes now is the question, and how it compares with main is for a run of everything. */
function ofFailed(report: Report): VerdictLine {
  const { words, all_pass: passes } = passesNow(report);
  const { brief, sentence } = headlineOf(report);
  const { verdict, reasons } = report;
  if (verdict === 'error') return { verdict, brief, sentence };
  if (verdict === 'fail') return { verdict, brief: words, sentence: passes ? `But ${brief}.` : '' };
  const open = reasons.find(({ outcome, code }) => outcome === 'inconclusive' && !OF_COMPARISON.has(code));
  const step =
    open === undefined
      ? 'Only what failed last time ran; run everything for a verdict.'
      : `${messageOf(open, report.main)}.`;
  return { verdict: open === undefined && passes ? null : verdict, brief: words, sentence: step };
}

/** What a run of everything settles. */
const OF_COMPARISON: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'no_baseline',
  'drop_open',
  'still_open',
  'cases_gone',
]);

function facts({ run }: Report): string {
  const parts = [
    amountOfWork(run),
    ...(run.error_trials > 0 ? [`${plural(run.error_trials, 'trial')} could not be evaluated`] : []),
    ...(run.total_tokens === null ? [] : [`${wholeNumber(run.total_tokens)} tokens used`]),
    ...agentSpent(run),
    ...judgeSpent(run),
    duration(run.duration_ms),
  ];
  return `${plainLine(run.name, 80)}: ${parts.join(', ')}`;
}

function causeLines(report: Report, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const causes = hasTrials(report) ? report.causes : [];
  const lines = causes.slice(0, MAX_CAUSES).flatMap(({ text, trials, cases }) => {
    const [first = '', ...rest] = hangLine(CAUSE, plainLine(text, 300), columns);
    const extent = `${plural(trials, 'trial')} of ${plural(cases.length, 'case')}: ${listed(cases, 3)}`;
    return [
      first.replace(CAUSE, paint(CAUSE, 'red')),
      ...rest,
      ...hangLine(' '.repeat(CAUSE.length), plainLine(extent, 300), columns),
    ];
  });
  return causes.length > MAX_CAUSES
    ? [...lines, `… ${plural(causes.length - MAX_CAUSES, 'more cause')} in results.json`]
    : lines;
}

const CAUSE = 'cause  ';

/** Most causes that are printed. */
const MAX_CAUSES = 5;

/** How the cases that failed last time do now: `weather_oslo passes now (1 of 1); refund still fails (0 of 1)`. */
function passesNow({ cases }: Report): { readonly words: string; readonly all_pass: boolean } {
  const ran = cases.filter(({ candidate }) => candidate !== null);
  const groups = Object.entries(STATES).flatMap(([state, [one, several]]) => {
    const rows = ran.filter((row) => stateOf(row) === state);
    if (rows.length === 0) return [];
    const names = rows.length <= MOST_NAMED ? listed(rows.map(({ id }) => id)) : `${rows.length} cases`;
    const sum = (of: 'passed' | 'scored') => rows.reduce((total, { candidate }) => total + (candidate?.[of] ?? 0), 0);
    return [`${names} ${rows.length === 1 ? one : several} (${sum('passed')} of ${sum('scored')})`];
  });
  return { words: groups.join('; '), all_pass: ran.length > 0 && ran.every((row) => stateOf(row) === 'passes') };
}

type State = 'fails' | 'unknown' | 'passes';

/** Of one case, and of several. */
const STATES: { readonly [Name in State]: readonly [string, string] } = {
  fails: ['still fails', 'still fail'],
  unknown: ['could not be judged', 'could not be judged'],
  passes: ['passes now', 'pass now'],
};

function stateOf({ candidate }: CaseRow): State {
  if (candidate === null || candidate.scored === 0) return 'unknown';
  if (candidate.passed < candidate.scored) return 'fails';
  return candidate.errors > 0 ? 'unknown' : 'passes';
}

const MOST_NAMED = 3;
