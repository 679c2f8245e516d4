import { causeLine } from '#common/cause-line.ts';
import { cutEnd } from '#common/cut.ts';
import { groupBy } from '#common/group-by.ts';
import { hashJson } from '#common/hash-json.ts';
import { asJson, jsonText } from '#common/json-text.ts';
import { sha256Hex } from '#common/sha256.ts';
import { type FileReading, type FoundTest, rowFrom } from './found-test.ts';
import type { Damage, Remark, Row, RowScore } from './row.ts';

/** A round that counts. */
export interface WholeRound {
  readonly kind: 'whole';
  /** Rows of tests that ran, by their name; of each as many, the repeats of one test in their order. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Names of tests that were not run. */
  readonly skipped: readonly string[];
  /** What should be mended, with the name of the test. */
  readonly remarks: readonly (readonly [remark: Remark, name: string])[];
}

/** What one round came to: its rows, or why it does not count. */
export type Round = WholeRound | { readonly kind: 'void'; readonly damage: readonly [Damage, ...Damage[]] };

/** The lowest score that passes, for every scorer or by its name. */
export type MinScore = number | { readonly [scorer: string]: number };

/** How the runner's process ended. */
export interface RoundEnding {
  readonly code: number | null;
  /** For people: `exit code 1`, `ended by SIGKILL`. */
  readonly words: string;
  /** The last lines of what it printed; untrusted. */
  readonly output: string;
}

/** What the files of a round are held against. */
export interface Accounts {
  /** `null`: nobody saw it. */
  readonly ending: RoundEnding | null;
  /** The runner ends with 0 whatever its tests say, so that 0 says nothing. */
  readonly ends_with_0: boolean;
  readonly min_score: MinScore | null;
}

/**
 * The one place that says whether a round counts. Every row becomes a trial, a skip or an error, and three accounts must agree: the rows, what
 * the files sum up, and how the process ended. A round in which one test is missing would look like a suite without that test.
 */
export function balance(files: readonly FileReading[], accounts: Accounts): Round {
  const { min_score } = accounts;
  const placed = placeRows(files.flatMap(({ tests }) => tests));
  const rows = [...placed.rows].map(([name, own]) => [name, own.map((row) => settleRow(row, min_score))] as const);
  const ran = new Map(rows.filter(([, own]) => own.some(hasRun)));
  const [first, ...more] = damageOf(files, [...ran.values()].flat(), rows.length - ran.size, accounts);
  if (first !== undefined) return { kind: 'void', damage: [first, ...more] };
  const all = [...ran.values()].flat();
  const ofRows = all.flatMap(({ id, remark }) => (remark === undefined ? [] : [[remark, id] as const]));
  const endedWell = accounts.ending?.code === 0 && !accounts.ends_with_0 ? all.filter(isFailed) : [];
  return {
    kind: 'whole',
    rows: ran,
    skipped: rows.flatMap(([name]) => (ran.has(name) ? [] : [name])),
    remarks: [...placed.remarks, ...ofRows, ...endedWell.map(({ id }) => ['ended_well', id] as const)],
  };
}

function damageOf(
  files: readonly FileReading[],
  ran: readonly Row[],
  skipped: number,
  { ending }: Accounts,
): readonly Damage[] {
  const damage = files.flatMap((file): readonly Damage[] => [...(file.damage ?? []), ...missingOf(file)]);
  if (damage.length > 0) return damage;
  if (ran.length === 0) return [{ code: 'no_test_ran', skipped }];
  const open = ran.find(({ outcome }) => outcome === 'scored');
  if (open !== undefined) {
    const { id, scores, turn } = open;
    return [{ code: 'no_outcome', id, has_scores: scores.length > 0, has: Object.keys(turn) }];
  }
  if (ending === null || ending.code === 0) return [];
  // A test that failed explains an exit code, and nothing explains that somebody ended the runner.
  const isKilled = ending.code === null || (ending.code > 128 && ending.code < 160);
  const isExplained = ran.some((row) => isFailed(row) || row.outcome === 'error' || isByScore(row));
  return !isKilled && isExplained ? [] : [{ code: 'ended_badly', exit: ending.words, words: lastWords(ending.output) }];
}

/** Tests that a file counts and does not have. */
function missingOf({ sums = [], name: file }: FileReading): readonly Damage[] {
  return sums.flatMap(({ counted, tests, bad = 0, bad_tests = 0 }): readonly Damage[] => {
    if (counted > tests) return [{ code: 'count', counted, tests, file }];
    return bad > 0 && bad_tests === 0 ? [{ code: 'unseen_failure', counted: bad, file }] : [];
  });
}

function hasRun({ outcome }: Row): boolean {
  return outcome !== 'skipped';
}

function isFailed({ outcome }: Row): boolean {
  return outcome === 'failed';
}

/** The runner may have had a threshold of its own. */
function isByScore({ scores }: Row): boolean {
  return scores.some(({ passed }) => passed !== undefined);
}

/** What a runner that did not end well says of it: the line of its error, with what to install where that is told. */
export function lastWords(output: string): string {
  const missing = MISSING.flatMap(({ says, install }) => {
    const [words, name] = says.exec(output) ?? [];
    return words === undefined ? [] : [`${words.split('\n', 1)[0]}; install ${install ?? name}`];
  });
  return cutEnd(missing[0] ?? causeLine(output) ?? '', 300);
}

/** Plugins of runners without which they write no results; of those whose name is told, it is found. */
const MISSING: readonly { readonly says: RegExp; readonly install?: string }[] = [
  { says: /unrecognized arguments:.*--json-report\S*/, install: 'pytest-json-report' },
  { says: /Error importing plugin "pytest_jsonreport": No module named \S+/, install: 'pytest-json-report' },
  // Vitest says the same of a reporter that is there and has a fault of its own.
  { says: /Failed to load custom Reporter from (?![./])(\S+)(?=[\s\S]*Failed to load url \1 )/ },
];

interface Placed {
  readonly test: FoundTest;
  readonly id: string;
}

/**
 * Gives every test a name of its own. Tests of one name are one only if the runner numbers its repeats; others are told apart by what the
 * runner says beside the name, and at last by their place among as many: `#1 of 2` on one side is no test of another where there are three.
 */
function placeRows(tests: readonly FoundTest[]): Pick<WholeRound, 'rows' | 'remarks'> {
  const depth = Math.max(0, ...tests.map(({ apart }) => apart?.length ?? 0));
  let placed: readonly Placed[] = tests.map((test) => ({ test, id: test.id }));
  for (let at = 0; at < depth; at += 1) placed = toldApart(placed, at);
  const remarks: (readonly [Remark, string])[] = [];
  const numbered = [...groupBy(placed, sameRun).values()].flatMap((group) => {
    if (group.length === 1) return group;
    remarks.push(['same_name', group[0]?.id ?? '']);
    return group.map(({ test, id }, at) => ({ test, id: `${id} #${at + 1} of ${group.length}` }));
  });
  const repeats = groupBy(numbered, ({ id }) => id);
  const isEven = new Set([...repeats.values()].map(({ length }) => length)).size < 2;
  const rows = new Map<string, readonly Row[]>();
  const add = (wanted: string, own: readonly Placed[]) => {
    // Somebody may have written such a number in a name.
    let id = boundedName(wanted);
    while (rows.has(id)) id += ' (again)';
    rows.set(
      id,
      own.map(({ test }) => rowFrom(test, id)),
    );
  };
  for (const [id, group] of repeats) {
    const inOrder = group.toSorted((a, b) => (a.test.repeat ?? 0) - (b.test.repeat ?? 0));
    if (isEven || group.length === 1) add(id, inOrder);
    else {
      remarks.push(['unequal_repeats', id]);
      for (const item of inOrder) add(`${id} repeat ${item.test.repeat ?? 1}`, [item]);
    }
  }
  return { rows, remarks };
}

/** A name that results can hold: of a longer one its beginning, with a hash of the whole, on both sides the same. */
function boundedName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${cutEnd(name, LONGEST_NAME - 10)} ${sha256Hex(name).slice(0, 8)}`;
}

const LONGEST_NAME = 500;

function sameRun({ test, id }: Placed): string {
  return `${test.repeat ?? ''} ${id}`;
}

/** Tests of one name with what the runner says of each at one place, where that differs. */
function toldApart(placed: readonly Placed[], at: number): readonly Placed[] {
  const clashes = new Set(
    [...groupBy(placed, sameRun).values()].flatMap((group) => (group.length > 1 ? (group[0]?.id ?? []) : [])),
  );
  if (clashes.size === 0) return placed;
  const parts = new Map<string, Set<string>>();
  const read = placed.map((item) => {
    const part = partOf(item.test.apart?.[at]);
    if (clashes.has(item.id)) parts.set(item.id, (parts.get(item.id) ?? new Set()).add(part));
    return { ...item, part };
  });
  return read.map(({ test, id, part }) => ({
    test,
    id: (parts.get(id)?.size ?? 0) > 1 && part !== '' ? `${id} > ${part}` : id,
  }));
}

/** A value as a part of a name. */
function partOf(value: unknown): string {
  if (value == null || value === '') return '';
  const text = typeof value === 'string' ? value : jsonText(value);
  return text.length <= LONGEST_PART && !text.includes('\n') ? text : hashJson(asJson(value)).slice(0, 8);
}

const LONGEST_PART = 80;

/** A row with scores alone passed if each of them is enough; one without any has no outcome. */
function settleRow(row: Row, min_score: MinScore | null): Row {
  if (row.outcome !== 'scored' || row.scores.length === 0) return row;
  if (row.scores.every(({ score }) => score === null)) return notScored(row, row.scores[0]?.name ?? '');
  if (min_score === null) return row;
  const scores = row.scores.map((score) => ({ ...score, passed: isEnough(score, min_score) }));
  const short = scores.find(({ score, passed }) => !passed && score !== null);
  const silent = scores.find(({ passed }) => !passed);
  if (short === undefined && silent !== undefined) return notScored(row, silent.name);
  const message = short === undefined ? row.message : (row.message ?? `${short.name} is ${short.score}`);
  return { ...row, outcome: short === undefined ? 'passed' : 'failed', message, scores };
}

/** A score that is not there is none of 0. */
function notScored(row: Row, scorer: string): Row {
  return { ...row, outcome: 'error', fault: 'judge', message: row.message ?? `${scorer} gave no score` };
}

function isEnough({ name, score }: RowScore, min_score: MinScore): boolean {
  const least = typeof min_score === 'number' ? min_score : min_score[name];
  // A scorer that the config does not name decides nothing.
  return least === undefined || (score !== null && score >= least);
}
