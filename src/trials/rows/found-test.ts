import { cutEnd } from '#common/cut.ts';
import { isJsonObject } from '#common/json.ts';
import { asJson } from '#common/json-text.ts';
import type { Remark, Row } from './row.ts';

/** A test as the file of a runner has it; what is absent or `null` the runner does not say. */
export interface FoundTest extends Pick<Row, 'id'> {
  readonly file?: string | null;
  /** `not_judged`: the agent answered, and whatever judges the answer threw. */
  readonly outcome: Row['outcome'] | 'not_judged';
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

/** The row of a test. */
export function rowFrom(test: FoundTest): Row {
  const { outcome, retried = null, scores = [], seconds } = test;
  const message = retried ?? test.message;
  const turn = asJson(test.turn ?? {});
  return {
    id: test.id,
    file: test.file ?? null,
    outcome: retried !== null ? 'failed' : outcome === 'not_judged' ? 'error' : outcome,
    ...(outcome === 'not_judged' && { fault: 'judge' }),
    message: message == null ? null : firstMessage(message),
    scores: scores.map(({ name, score, reason }) => ({ name, score: score ?? null, reason: reason ?? null })),
    latency_ms: test.latency_ms ?? (seconds == null ? null : seconds * 1000),
    turn: isJsonObject(turn) ? turn : {},
    ...(test.remark != null && { remark: test.remark }),
  };
}

/** A message of a runner without the stack that follows it, in a bounded length. */
export function firstMessage(text: string): string {
  const [message = ''] = text.split(/\n\s+(?:at |❯ )/);
  return cutEnd(message.trim(), LONGEST_MESSAGE);
}

const LONGEST_MESSAGE = 2_000;

/** What runners on pytest add to the name of a repeated test: `[2-3]`, or `-2-3]` after other parameters. */
const REPEAT = /\[\d+-\d+\]$|-\d+-\d+(\])$/;

/** The names without the numbers of repeats, if every one has them. */
export function withoutRepeats(names: readonly string[]): readonly string[] {
  if (names.length === 0 || !names.every((name) => REPEAT.test(name))) return names;
  return names.map((name) => name.replace(REPEAT, (_, end?: string) => end ?? ''));
}

/** Why a test that passed at a later attempt failed. */
export function retriedWords(attempt: number | null): string {
  const when = attempt === null ? 'only when it was tried again' : `at attempt ${attempt}`;
  return `passed ${when}; the first attempt counts`;
}
