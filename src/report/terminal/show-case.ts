import { plural } from '#common/words.ts';
import { checkWords } from '#trials/facts/check-words.ts';
import type { TrajectoryLine } from '#trials/trial/stored-trajectory.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import { type Colour, type Paint, painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { alignTrials, foldEqualTurns } from '../html/align/align-trials.ts';
import { plainWords } from '../rows/plain-why.ts';
import { alignedTurn } from './aligned-turn.ts';
import { hangLine, pad, type TerminalOptions, widthOf } from './layout.ts';

/** One case with its trials on both sides. Untrusted text throughout. */
export interface ShownCase {
  readonly id: string;
  readonly name: string | null;
  /** `file:line`; `null` if unknown. */
  readonly source: string | null;
  /** Why its failures decide nothing, in words; `null`: they count. */
  readonly aside: string | null;
  /** What main is called. */
  readonly branch: string;
  /** Outcomes of the trials here, and on main; `null`: nothing to compare with, and `notes` say why. */
  readonly here: readonly TrialRecord['outcome'][];
  readonly main: readonly TrialRecord['outcome'][] | null;
  /** The trial that is shown. */
  readonly trial: ShownTrial;
  /** Main's trial that it is best compared with: of a broken one, one that passed. */
  readonly match: ShownTrial | null;
  /** What is missing, and why; sentences. */
  readonly notes: readonly string[];
}

/** One trial with what is stored of it. */
export interface ShownTrial {
  /** How people call it: `trial 3`, `trial 2 of 9e8d7c6`. */
  readonly title: string;
  readonly record: Pick<TrialRecord, 'outcome' | 'checks' | 'failure' | 'error' | 'cause'>;
  /** `null`: not stored. */
  readonly line: TrajectoryLine | null;
}

/** One case as plain text for a terminal: how its trials went, and what one did, next to the trial of main that it is best compared with. */
export function showCase(view: ShownCase, options: TerminalOptions): string {
  const paint = painter(options);
  const blocks = [
    headLines(view, options, paint),
    ...trialBlocks(view, options, paint),
    ...workspaceBlock(view, paint),
    checkLines(view, options, paint),
  ];
  const notes = view.notes.flatMap((note) => hangLine('· ', plainLine(note, 500), options.columns));
  return [...blocks, notes]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines(view: ShownCase, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const { id, name, source, aside, main, here } = view;
  const [ofMain, ofHere] = sideNames(view);
  const about = [...(name === null ? [] : [plainLine(name)]), ...(source === null ? [] : [plainLine(source)])].join(
    ' · ',
  );
  return [
    ...hangLine('', plainLine(id), columns).map((line) => paint(line, 'bold')),
    ...(about === '' ? [] : hangLine('', about, columns).map((line) => paint(line, 'dim'))),
    ...(main === null ? [] : dotLines(ofMain, main, columns, paint)),
    ...dotLines(ofHere, here, columns, paint),
    ...(aside === null ? [] : hangLine('', plainLine(aside, 300), columns).map((line) => paint(line, 'yellow'))),
  ];
}

const DOT: Readonly<Record<TrialRecord['outcome'], readonly [sign: string, colour: Colour]>> = {
  passed: ['●', 'green'],
  failed: ['○', 'red'],
  error: ['!', 'yellow'],
};

/** What both sides are called, equally wide. */
function sideNames({ branch, main }: ShownCase): readonly [main: string, here: string] {
  const name = plainLine(branch, LONGEST_BRANCH);
  return [pad(name, 'here'.length), pad('here', main === null ? 0 : widthOf(name))];
}

const LONGEST_BRANCH = 40;

/** A dot for each trial, ten together, and the same in words. */
function dotLines(
  side: string,
  outcomes: readonly TrialRecord['outcome'][],
  columns: number | null,
  paint: Paint,
): readonly string[] {
  const count = (kind: TrialRecord['outcome']) => outcomes.filter((outcome) => outcome === kind).length;
  const errors = count('error');
  const words = `${count('passed')}/${outcomes.length - errors} passed${errors === 0 ? '' : `, ${errors} not evaluated`}`;
  const signs = outcomes
    .map((outcome) => DOT[outcome][0])
    .join('')
    .replace(/(.{10})(?=.)/g, '$1 ');
  const coloured = (line: string) =>
    line.replace(/●+|○+|!+/g, (run) =>
      paint(run, run.startsWith('●') ? 'green' : run.startsWith('○') ? 'red' : 'yellow'),
    );
  const lines = hangLine(`${side}  `, signs, columns);
  const last = lines.at(-1) ?? '';
  const fits = columns === null || widthOf(last) + words.length + 2 <= columns;
  if (fits) return [...lines.slice(0, -1).map(coloured), `${coloured(last)}  ${words}`];
  return [...lines.map(coloured), ...hangLine(' '.repeat(widthOf(side) + 2), words, columns)];
}

/** A block for each turn of the shown trial; a block of its beginning if that is all that is stored. */
function trialBlocks(view: ShownCase, options: TerminalOptions, paint: Paint): readonly (readonly string[])[] {
  const { trial, match } = view;
  const heading =
    match === null
      ? titleOf(trial)
      : `${titleOf(trial)}, next to ${titleOf(match)} on ${plainLine(view.branch, LONGEST_BRANCH)}`;
  const head = hangLine('', heading, options.columns).map((line) => paint(line, 'bold'));
  const line = trial.line;
  if (line === null) return [head];
  if (line.state === 'truncated') {
    const beginning = hangLine('  ', plainLine(line.beginning, LONGEST_BEGINNING), options.columns);
    return [[...head, ...hangLine('', plainLine(line.note, 300), options.columns), ...beginning]];
  }
  const main = match?.line ?? null;
  const mainWhole = main === null || main.state === 'truncated' ? null : main.trajectory;
  const alignment = alignTrials(mainWhole, line.trajectory);
  const failing = trial.record.checks.flatMap(({ turn, passed }) => (passed === false ? (turn ?? []) : []));
  const branch = plainLine(view.branch, LONGEST_BRANCH);
  const drawing = { isAlone: mainWhole === null, of: alignment, branch, options, paint };
  const turns = foldEqualTurns(alignment.turns, new Set(failing)).map((folded) =>
    folded.length > 1
      ? [paint(`= turns ${folded[0]?.turn} to ${folded.at(-1)?.turn}, the same on both sides`, 'dim')]
      : folded.flatMap((turn) => alignedTurn(turn, drawing)),
  );
  return [head, ...turns];
}

function workspaceBlock({ trial: { line } }: ShownCase, paint: Paint): readonly (readonly string[])[] {
  const facts = line === null || line.state === 'truncated' ? undefined : line.trajectory.workspace;
  return facts === undefined ? [] : [workspaceLines(facts, paint)];
}

function titleOf({ title, record }: ShownTrial): string {
  return `${title} (${record.outcome === 'error' ? 'not evaluated' : record.outcome})`;
}

function checkLines({ trial }: ShownCase, { columns }: TerminalOptions, paint: Paint): readonly string[] {
  const { checks, cause, failure, error } = trial.record;
  const ended = error ?? (failure?.kind === 'check' ? null : failure);
  const failed = checks.filter(({ passed }) => passed !== true);
  const passed = checks.length - failed.length;
  const isTold = trial.line !== null && trial.line.state !== 'truncated';
  const lines = [
    ...(cause === undefined ? [] : hangLine('cause  ', plainLine(cause, 500), columns)),
    ...(ended === null ? [] : hangLine('ended  ', plainLine(ended.message, 500), columns)),
    ...(failure?.output === undefined ? [] : hangLine('stderr ', plainLine(failure.output, 500), columns)),
    ...failed.flatMap(({ id, passed: result, fact }) => {
      const words = isTold && result === false ? plainWords(fact) : checkWords(fact);
      const mark = result === null ? '  ! ' : '  ✗ ';
      const [first = '', ...rest] = hangLine(mark, plainLine(`${id}: ${words}`, 500), columns);
      return [first.replace(mark, paint(mark, result === null ? 'yellow' : 'red')), ...rest];
    }),
    ...(passed === 0 ? [] : [`  ${paint('✓', 'green')} ${plural(passed, 'check')} passed`]),
  ];
  const head = hangLine('', `Checks of ${plainLine(trial.title)}`, columns).map((line) => paint(line, 'bold'));
  return lines.length === 0 ? [] : [...head, ...lines];
}

const LONGEST_BEGINNING = 1000;

/** Lines of a diff that are shown. */
const MOST_LINES = 120;
/** Characters of each. */
const MOST_WIDE = 300;

/** What the agent left in its workspace: the diff, and how each command ended. */
function workspaceLines({ changed, patch, commands }: WorkspaceFacts, paint: Paint): readonly string[] {
  const lines = patch.split('\n').slice(0, -1);
  const first = lines.slice(0, MOST_LINES).map((line) => {
    const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : null;
    const plain = `  ${plainLine(line, MOST_WIDE)}`;
    return colour === null ? plain : paint(plain, colour);
  });
  const more = lines.length - first.length;
  return [
    paint(`workspace: ${plural(changed, 'file')} changed`, 'bold'),
    ...first,
    ...(more > 0 ? [paint(`  … ${plural(more, 'more line')}`, 'dim')] : []),
    ...commands.map(({ exit, ended }, index) => {
      const how = ended === null ? `exited with ${exit}` : plainLine(ended.why, MOST_WIDE);
      return `command ${index + 1} ${how}`;
    }),
  ];
}
