import { cutEnd } from '#common/cut.ts';
import { isJsonObject } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import { TERMINAL_SEQUENCE } from '#common/terminal-sequence.ts';
import type { Damage, Remark, Row } from './row.ts';

/** A test as the file of a runner has it; what is absent or `null` the runner does not say. */
export interface FoundTest extends Pick<Row, 'id' | 'fault'> {
  readonly file?: string | null;
  /** What its runner calls it within its file; absent: the same. */
  readonly title?: string;
  /** What else tells it from another test of its name, in the order in which that is asked. */
  readonly apart?: readonly unknown[];
  /** Which run of the same test it is, from 1, where the runner says so. */
  readonly repeat?: number | null;
  /** `not_judged`: the agent answered, and whatever judges the answer threw. */
  readonly outcome: Row['outcome'] | 'not_judged' | UnknownOutcome;
  /** What makes a test that passed a failed one, in place of `message`. */
  readonly retried?: string | null;
  readonly message?: string | null | undefined;
  readonly scores?: readonly {
    readonly name: string;
    readonly score?: number | null | undefined;
    readonly reason?: string | null | undefined;
  }[];
  readonly latency_ms?: number | null | undefined;
  /** The same in seconds. */
  readonly seconds?: number | null | undefined;
  /** Its fields were read from JSON. */
  readonly turn?: object;
  readonly remark?: Remark | null;
}

/** A word that no runner is known to use for an outcome. */
export interface UnknownOutcome {
  readonly unknown: string;
}

/** What a file says of how many tests it has; only what is larger than what is there is evidence, because writers count in ways of their own. */
export interface Sum {
  readonly counted: number;
  readonly tests: number;
  /** Failures and errors that it counts, and tests there that did not pass. */
  readonly bad?: number;
  readonly bad_tests?: number;
}

/** What one file holds. */
export interface FileReading {
  /** For people; absent or empty: nobody knows it by its name. */
  readonly name?: string | undefined;
  readonly tests: readonly FoundTest[];
  readonly sums?: readonly Sum[];
  /** What it says of tests that are not there. */
  readonly damage?: readonly Damage[];
}

/** The row of a test, under the name that the ledger gives it. */
export function rowFrom(test: FoundTest, id: string): Row {
  const { outcome: said, retried = null, scores = [], seconds } = test;
  const outcome = typeof said === 'object' ? 'error' : said;
  const message =
    typeof said === 'object'
      ? `its outcome is ${JSON.stringify(cutEnd(said.unknown, 80))}, which is not known`
      : test.message;
  const fault = outcome === 'not_judged' ? 'judge' : test.fault;
  const turn = asJson(test.turn ?? {});
  const words = retried ?? message;
  return {
    id,
    title: test.title ?? test.id,
    file: test.file ?? null,
    outcome: retried !== null ? 'failed' : outcome === 'not_judged' ? 'error' : outcome,
    ...(fault !== undefined && { fault }),
    message: words == null ? null : firstMessage(words),
    scores: scores.map(({ name, score, reason }) => ({ name, score: score ?? null, reason: reason ?? null })),
    latency_ms: test.latency_ms ?? (seconds == null ? null : seconds * 1000),
    turn: isJsonObject(turn) ? turn : {},
    ...(test.remark != null && { remark: test.remark }),
  };
}

/** A message of a runner without the stack that follows it, in a bounded length. */
export function firstMessage(text: string): string {
  const [message = ''] = text.replaceAll(TERMINAL_SEQUENCE, '').split(/\n\s+(?:at |❯ )/);
  return cutEnd(expectedAndReceived(message.trim()), LONGEST_MESSAGE);
}

/** Jest and Playwright begin with the name of the matcher: what was expected and received stands in lines below, or in those of a difference. */
function expectedAndReceived(message: string): string {
  if (!/^(?:\w*Error: )?expect\(/.test(message)) return message;
  const lines = message.split('\n').map((line) => line.trim());
  const sides = lines.filter((line) => /^(?:Expected|Received)[^:]*:\s*\S/.test(line));
  if (sides.length > 0) return sides.map((line) => line.replace(/:\s+/, ': ')).join('; ');
  const [expected, received] = ['-', '+'].map((sign) =>
    lines.flatMap((line) => (line.startsWith(`${sign} `) ? [line.slice(2).trim()] : [])).slice(1),
  );
  if (expected === undefined || received === undefined || expected.length + received.length === 0) return message;
  return `Expected: ${expected.join(' ') || 'nothing more'}; Received: ${received.join(' ') || 'nothing there'}`;
}

const LONGEST_MESSAGE = 2_000;

/** The outcome that a runner names by a word of its own. */
export function outcomeOf(word: string): Row['outcome'] | UnknownOutcome {
  return OUTCOMES.get(word.trim().toLowerCase()) ?? { unknown: word };
}

const OUTCOMES: ReadonlyMap<string, Row['outcome']> = new Map(
  Object.entries({
    passed: ['passed', 'pass', 'ok', 'success', 'succeeded', 'run', 'completed', 'xpassed', 'subtests passed'],
    failed: ['failed', 'fail', 'failure', 'xfailed', 'subtests failed'],
    error: ['error', 'errored'],
    skipped: ['skipped', 'skip', 'disabled', 'notrun', 'not run', 'suppressed', 'ignored', 'pending', 'todo'],
  } as const).flatMap(([outcome, words]) => words.map((word) => [word, outcome as Row['outcome']] as const)),
);

/** What runners on pytest add to the name of a repeated test: `[2-3]`, or `-2-3]` after other parameters. */
const REPEAT = /\[(\d+)-(\d+)\]$|-(\d+)-(\d+)(\])$/;

/** The names of tests, without the numbers of repeats where the whole set from 1 to their number is there; a model or a day may look alike. */
export function repeatsOf(
  names: readonly string[],
): readonly { readonly name: string; readonly repeat: number | null }[] {
  const sets = new Map<string, Set<number>>();
  const read = names.map((name) => {
    const [, alone, of, after, ofAfter, end = ''] = REPEAT.exec(name) ?? [];
    const [repeat, count] = [Number(alone ?? after), Number(of ?? ofAfter)];
    const base = name.replace(REPEAT, end);
    const key = `${count} ${base}`;
    if (repeat >= 1 && repeat <= count) sets.set(key, (sets.get(key) ?? new Set()).add(repeat));
    return { name, base, repeat, count, key };
  });
  return read.map(({ name, base, repeat, count, key }) =>
    count > 1 && sets.get(key)?.size === count ? { name: base, repeat } : { name, repeat: null },
  );
}

/** Why a test that passed at a later attempt failed. */
export function retriedWords(attempt: number | null): string {
  const when = attempt === null ? 'only when it was tried again' : `at attempt ${attempt}`;
  return `passed ${when}; the first attempt counts`;
}
