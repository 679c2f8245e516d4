import type { Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { plural, pValue } from '#common/words.ts';
import { checkWords, ofTurn } from '#trials/facts/check-words.ts';
import type { Colour, Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { alikeWords, GROUP_LABEL, regradedWords } from '../labels.ts';
import { type CaseGroup, type CaseRow, hasTrials, type Report } from '../report.ts';
import { callDifference } from './call-difference.ts';
import { fitLine, hangLine, pad, type TerminalOptions, widthOf } from './layout.ts';

/** Cases that are printed one by one. */
const MAX_CASES = 40;

/** Failing cases whose calls are compared with the expected ones. */
const MAX_OPENED = 5;

/** The sign and the colour of each group; its heading says the same in words. */
const LOOK: Readonly<Record<CaseGroup, readonly [sign: string, colour: Colour]>> = {
  broken: ['✗', 'red'],
  guarded: ['✗', 'red'],
  worse: ['↓', 'red'],
  affected: ['↓', 'red'],
  failing: ['✗', 'yellow'],
  errors: ['!', 'yellow'],
  accepted: ['·', 'dim'],
  quarantined: ['·', 'dim'],
  flaky: ['~', 'yellow'],
  fixed: ['✓', 'green'],
  new: ['+', 'cyan'],
  changed: ['±', 'cyan'],
  not_comparable: ['≠', 'dim'],
  removed: ['−', 'dim'],
  no_result: ['−', 'yellow'],
  not_run: ['·', 'dim'],
  unaffected: ['·', 'dim'],
  stable: ['✓', 'dim'],
};

/** The cases that are worth a look, by group, worst first; cases that fail for the same reason share one line of it. */
export function caseLines(report: Report, options: CaseOptions, paint: Paint): readonly (readonly string[])[] {
  const rows = hasTrials(report) ? report.cases.filter(({ group }) => options.all || group !== 'stable') : [];
  const listed = options.all ? rows : rows.slice(0, MAX_CASES);
  const opened = new Set(listed.filter(isWorthOpening).slice(0, MAX_OPENED));
  const main = plainLine(report.main, 40);
  const idWidth = Math.min(longestId(options), Math.max(0, ...listed.map(({ id }) => widthOf(plainLine(id)))));
  const groups = [...new Set(listed.map(({ group }) => group))].map((group) => {
    const members = listed.filter((row) => row.group === group);
    const all = rows.filter((row) => row.group === group).length;
    const [, colour] = LOOK[group];
    return [
      paint(`${GROUP_LABEL[group]} (${all})`, colour === 'dim' ? 'dim' : 'bold'),
      ...byReason(members, opened).flatMap((alike) => alikeLines(alike, { idWidth, opened, options, paint, main })),
    ];
  });
  const more = rows.length - listed.length;
  return more === 0 ? groups : [...groups, [`… ${plural(more, 'more case')} in results.json`]];
}

/** How to list cases. `all`: also those with nothing to report, and however many there are. */
interface CaseOptions extends TerminalOptions {
  readonly all: boolean;
}

/** Failing cases that are not known to have failed so before. */
function isWorthOpening({ group, candidate, baseline, evidence }: CaseRow): boolean {
  const fails = candidate !== null && candidate.passed < candidate.scored;
  return fails && evidence !== null && !(group === 'flaky' && baseline !== null);
}

/** Rows that the same line explains, in the place of their first; opened ones only if the same calls were made. */
function byReason(rows: readonly CaseRow[], opened: ReadonlySet<CaseRow>): readonly (readonly CaseRow[])[] {
  const groups = new Map<string, CaseRow[]>();
  for (const row of rows) {
    const why = reasonsOf(row);
    const calls = opened.has(row) && row.cause === null ? callsOf(row) : null;
    const key = why.length === 0 ? `alone ${row.id}` : jsonText([why, calls]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** What ended its trials, every failed check and every error, most frequent first; else why it is not compared. */
function reasonsOf({ cause, failures, errors, reason, candidate }: CaseRow): readonly string[] {
  const failed = candidate === null ? 0 : candidate.scored - candidate.passed;
  const wrong = failures
    .filter(({ check }) => cause === null || check !== 'agent')
    .map(
      ({ turn, fact, trials }) =>
        `${ofTurn(turn, checkWords(fact))}${trials < failed ? ` (in ${trials} of ${failed} failed trials)` : ''}`,
    );
  const ended = cause === null ? errors.map(({ message }) => message) : [cause];
  const reasons = cause === null ? [...wrong, ...ended] : [...ended, ...wrong];
  const lines = reasons.length > 0 || reason === null ? reasons : [reason];
  return [...new Set(lines.map((line) => plainLine(line, 300)))].filter((line) => line !== '');
}

function callsOf({ expected, evidence }: CaseRow): Json {
  const made = evidence?.calls.map(({ name, arguments: args, status }) => [name, args, status]) ?? [];
  return [expected === null ? null : expected.map(({ turn, calls }) => [turn, ...calls]), made];
}

interface Drawing {
  readonly idWidth: number;
  readonly opened: ReadonlySet<CaseRow>;
  readonly options: TerminalOptions;
  readonly paint: Paint;
  readonly main: string;
}

function alikeLines(rows: readonly CaseRow[], drawing: Drawing): readonly string[] {
  const { opened, options, paint, main } = drawing;
  const [first] = rows;
  if (first === undefined) return [];
  const why = reasonsOf(first);
  const all = rows.length === 1 ? '' : rows.length === 2 ? 'both: ' : `all ${rows.length}: `;
  const toOpen = rows.find((row) => opened.has(row));
  return [
    ...rows.flatMap((row) => headLines(row, drawing)),
    ...why.flatMap((line, at) => hangLine('    ', `${at === 0 ? all : ''}${line}`, options.columns)),
    ...(toOpen === undefined ? [] : callDifference(toOpen, options, paint)),
    ...(rows.some(({ regraded }) => regraded) ? hangLine('    ', regradedWords(main), options.columns) : []),
  ];
}

function headLines(row: CaseRow, { idWidth, options, paint, main }: Drawing): readonly string[] {
  const [sign, colour] = LOOK[row.group];
  const id = fitLine(plainLine(row.id), options.columns === null ? null : Math.max(4, options.columns - 4));
  const figures = tallies(row, main);
  const start = `  ${paint(sign, colour)} `;
  if (figures === '') return [`${start}${id}`];
  const line = `${pad(id, idWidth)}  ${figures}`;
  if (options.columns === null || widthOf(line) + 4 <= options.columns) return [`${start}${line}`];
  return [`${start}${id}`, ...hangLine('    ', figures, options.columns)];
}

/** Longer ids don't widen the column of the others. */
function longestId({ columns }: TerminalOptions): number {
  return columns === null ? 40 : Math.max(12, Math.floor(columns / 2));
}

function tallies({ name, baseline, candidate, p, alike }: CaseRow, main: string): string {
  const there = baseline === null || baseline.scored === 0 ? [] : [`${main} ${baseline.passed}/${baseline.scored}`];
  const here = candidate === null || candidate.scored === 0 ? [] : [`here ${candidate.passed}/${candidate.scored}`];
  const rest = [
    ...(p === null ? [] : [pValue(p)]),
    ...alikeWords(alike),
    ...(name === null ? [] : [plainLine(name, 100)]),
  ];
  return [...there, ...here, ...rest].join('  ');
}
