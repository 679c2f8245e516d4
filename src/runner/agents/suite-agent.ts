import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { cutEnd } from '#common/cut.ts';
import { duration, plural } from '#common/words.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import { type Agent, AgentUnavailableError } from '#ports/ports.ts';
import { removeForeign, temporaryFolder } from '#process/foreign-files.ts';
import { mean } from '#statistics/mean.ts';
import { damageWords, remarkWords } from '#trials/rows/round-words.ts';
import type { Damage, Remark } from '#trials/rows/row.ts';
import { type RunSeeds, trialSeed } from '#trials/trial/plan-trials.ts';
import type { ErrorClass } from '#trials/trial/trial.ts';
import { createSetup } from './command/setup.ts';
import { type Discovery, discoveryOf, missedBy, otherNames, someOf } from './suite/discovery.ts';
import { newestFiles } from './suite/newest-files.ts';
import { filesAt, readResults } from './suite/read-results.ts';
import { createResultsPlace } from './suite/results-place.ts';
import { createRounds } from './suite/rounds.ts';
import { missingAttempt, rowAttempt } from './suite/row-attempt.ts';
import { type RanRound, type RoundOrder, type RoundPlace, runRound } from './suite/run-round.ts';
import { newRunnerState, type RunnerState } from './suite/runner-state.ts';

/** Surroundings of a suite. */
export interface SuiteAgentOptions extends Omit<RoundPlace, 'written' | 'newest'> {
  /** A folder for files that last as long as the run; absolute. */
  readonly temporary: string;
  readonly seeds: RunSeeds;
  /** Files of rounds that somebody else's job ran, in their order; absent: rounds are run. */
  readonly stored?: readonly string[];
  readonly onSetupOutput: (line: string, output: string) => void;
  /** Of all its openings; absent: there is one. */
  readonly state?: RunnerState;
}

/** The rounds of a runner: each is one trial of every test. */
export function createSuiteAgent(config: SuiteAgentConfig, options: SuiteAgentOptions): Agent {
  const { cwd, environment, resolve, recorder, temporary, seeds, stored, state = newRunnerState() } = options;
  const written = config.file === null ? null : createResultsPlace(cwd, config.file);
  const newest = config.newest === null ? null : newestFiles(cwd, config.newest);
  const place = { cwd, environment, resolve, recorder, written, newest };
  const setup = createSetup(place, options.onSetupOutput, undefined, 'suite', state);
  const closing = new AbortController();
  // Every round waits for it.
  setMaxListeners(0, closing.signal);
  const close = () => closing.abort();
  let folder: Promise<string> | null = null;
  let prepared: Promise<void> | null = null;
  let discovering: Promise<Discovery> | null = null;
  const { took_ms, remarks } = state;

  const rounds = createRounds(
    { places: config.concurrency, selects: config.run_cases !== null, signal: closing.signal },
    async ({ number, names, fresh }) => {
      if (stored !== undefined) return checkRound(await storedRound(config, stored[number - 1], cwd), true);
      const only = state.filters && names !== null ? someOf(names, state.tests) : null;
      const ran = await run(number, fresh, only);
      const missed = only === null ? null : missedBy(only, ran.round);
      if (missed === null) return checkRound(ran, only === null);
      state.filters = false;
      for (const name of missed.names) remark('not_selected', name);
      // A filter that matches nothing has cost nothing.
      return missed.all ? checkRound(await run(number, fresh, null), true) : checkRound(ran, false);
    },
  );

  async function run(number: number, fresh: number, only: RoundOrder['only']): Promise<RanRound> {
    folder ??= temporaryFolder(temporary, 'agent-eval-rounds-');
    // An earlier round may have cleared it away.
    await mkdir(await folder, { recursive: true });
    const which = only === null ? 'all' : 'some';
    const path = join(await folder, `round-${number}-${fresh}-${which}.${ENDINGS[config.results] ?? 'json'}`);
    const seed = trialSeed({ ...seeds, case_id: '', index: number + FRESH * fresh });
    const began = performance.now();
    const ran = await runRound(config, { number, seed, only, path }, place, closing.signal);
    took_ms.push(performance.now() - began);
    state.allCalls += ran.calls?.length ?? 0;
    return ran;
  }

  function remark(code: Remark, name: string): void {
    remarks.set(code, (remarks.get(code) ?? new Set()).add(name));
  }

  /** A cache that answers instead of the model would repeat one round. */
  function checkRound(ran: RanRound, isWhole: boolean): RanRound {
    const { round, calls } = ran;
    if (round.kind !== 'whole') return ran;
    for (const [code, name] of round.remarks) remark(code, name);
    const without = (damage: Damage): RanRound => ({ ...ran, round: { kind: 'void', damage: [damage] } });
    const { mostCalls, tests } = state;
    if (calls?.length === 0 && mostCalls > 0) return without({ code: 'no_model_call', before: mostCalls });
    state.mostCalls = Math.max(mostCalls, calls?.length ?? 0);
    const others = tests === null || !isWhole ? null : otherNames(tests, round);
    if (others !== null) return without(others);
    state.unasked += [...round.rows.values()].flat().length;
    return ran;
  }

  /** The first whole round of the first two says which tests there are. */
  async function discover(): Promise<Discovery> {
    const first = await rounds.whole(1);
    const ran = first.round.kind === 'void' && !first.round.damage.some(isMistake) ? await rounds.whole(2) : first;
    if (ran.round.kind !== 'whole') throw withoutRounds([first, ran]);
    state.tests = discoveryOf(ran.round);
    return state.tests;
  }

  function known(signal: AbortSignal): Promise<Discovery> {
    if (signal.aborted) close();
    // One listener for all trials of a run.
    signal.addEventListener('abort', close, { once: true });
    discovering ??= state.tests === null ? discover() : Promise.resolve(state.tests);
    return discovering;
  }

  return {
    source: 'live',
    metered: config.record !== null,
    available_trials: null,
    prepare(signal) {
      prepared ??= setup.run(config.setup, signal);
      return prepared;
    },
    async discover(signal) {
      const { names, repeats } = await known(signal);
      return [...names].map(([name, { file }]) => ({ name, file, repeats }));
    },
    async attempt(plan, signal) {
      const began = performance.now();
      const { repeats } = await known(signal);
      const name = plan.case.name ?? plan.case.id;
      const number = Math.ceil(plan.index / repeats);
      const repeat = (plan.index - 1) % repeats;
      const ran = await rounds.serve(name, number, repeat);
      const { round, calls } = ran;
      const wait_ms = performance.now() - began;
      const place_in_process = number - 1;
      const missing = (kind: ErrorClass, message: string) => ({
        ...missingAttempt(kind, message),
        ...{ wait_ms, place_in_process },
      });
      if (round.kind === 'cancelled') return missing('cancelled', 'cancelled before the round ended');
      if (calls?.some(({ fault }) => fault?.kind === 'budget') === true)
        return missing('budget', `round ${number} reached a cap of the budget`);
      if (round.kind === 'void') return missing('sandbox', wordsOf(number, ran));
      const row = round.rows.get(name)?.[repeat];
      if (row === undefined || row.outcome === 'skipped')
        return missing('sandbox', `round ${number} has no result of it`);
      state.unasked -= 1;
      return { ...rowAttempt(plan, row, calls, config.errors), wait_ms, place_in_process };
    },
    notes: () => [
      ...(took_ms.length === 0 ? [] : [roundsWords(config, took_ms)]),
      ...(state.tests?.notes ?? []),
      ...[...remarks].map(([remark, names]) => remarkWords(remark, [...names])),
      ...(config.record === null || state.allCalls > 0 || took_ms.length === 0 ? [] : [NO_CALL]),
      ...(config.record === null ? [] : (recorder?.notes() ?? [])),
    ],
    unasked() {
      const count = state.unasked;
      state.unasked = 0;
      return count;
    },
    async close() {
      close();
      await setup.close();
      await written?.close();
      if (folder !== null) await removeForeign(await folder);
    },
  };
}

const NO_CALL =
  'the recorder saw no model call in any round: does the runner pass the variables of the environment on?';

/** Some runners choose what they write by the end of its name. */
const ENDINGS: { readonly [format: string]: string } = { junit: 'xml', jsonl: 'jsonl' };

/** Between the seeds of two rounds of one number. */
const FRESH = 100_000;

/** What ran, and whose word the outcomes are. */
function roundsWords({ run }: SuiteAgentConfig, took_ms: readonly number[]): string {
  const each = duration(mean(took_ms) ?? 0);
  return `${plural(took_ms.length, 'round')} of ${cutEnd(run.join(' '), 80)}, ${each} each; outcomes are those that this repository's own tests reported`;
}

/** A second round would be paid for nothing. */
function isMistake({ code }: Damage): boolean {
  return MISTAKES.has(code);
}

const MISTAKES: ReadonlySet<Damage['code']> = new Set([
  'other_format',
  'cached',
  'no_outcome',
  'not_started',
  'not_cleared',
  'outside',
  'too_many_rows',
  'mixed_up',
  'no_path',
] as const);

/** Why a round does not count, a sentence part. */
function wordsOf(number: number, ran: RanRound): string {
  return `round ${number}: ${whyVoid(ran)}`;
}

function whyVoid({ round }: RanRound): string {
  return round.kind === 'void' ? round.damage.slice(0, 3).map(damageWords).join('; ') : 'cancelled';
}

/** The end of a runner's output is no reason: it also prints much when all is well. What both rounds came to is said once. */
function withoutRounds([first, last]: readonly [RanRound, RanRound]): AgentUnavailableError {
  const alike = first !== last && whyVoid(first) === whyVoid(last);
  const words = first === last ? [wordsOf(1, first)] : [wordsOf(1, first), wordsOf(2, last)];
  const message = alike ? `rounds 1 and 2: ${whyVoid(first)}` : words.join('; ');
  return new AgentUnavailableError(message, last.stderr.split('\n').slice(-40).join('\n'), null, 'message');
}

/** A round that somebody else's job ran, from the file, or the folder of files, that its runner wrote. */
async function storedRound(
  { results, rows, min_score }: Pick<SuiteAgentConfig, 'results' | 'rows' | 'min_score'>,
  path: string | undefined,
  cwd: string,
): Promise<RanRound> {
  const left = { stderr: '', calls: null };
  if (path === undefined) return { round: { kind: 'cancelled' }, ...left };
  const files = await filesAt(path, relative(cwd, path));
  const readFrom = (root: string) =>
    readResults(files, results, { root, ...(rows !== null && { rows }) }, { ending: null, min_score });
  const round = readFrom(cwd.replaceAll('\\', '/'));
  const root = round.kind === 'void' ? otherRoot(round.damage[0], cwd) : null;
  return { round: root === null ? round : readFrom(root), ...left };
}

/** Another machine had the repository elsewhere: where the end of a path is a file here, its beginning was the folder of the config. */
function otherRoot(damage: Damage, cwd: string): string | null {
  if (damage.code !== 'outside') return null;
  const steps = damage.path.replaceAll('\\', '/').split('/');
  const at = steps.findIndex((_, index) => index > 0 && existsSync(join(cwd, ...steps.slice(index))));
  return at === -1 ? null : steps.slice(0, at).join('/');
}
