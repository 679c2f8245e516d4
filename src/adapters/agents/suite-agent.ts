import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recorder } from '#adapters/models/ports.ts';
import type { ModelCall } from '#adapters/models/wire/model-call.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { ProgramSpec } from '#adapters/process/program.ts';
import { type Agent, AgentUnavailableError } from '#application/ports/ports.ts';
import type { SuiteAgentConfig } from '#domain/config/config.ts';
import { errorMessage } from '#domain/error-message.ts';
import { damageWords, problemWords } from '#domain/rows/round-words.ts';
import type { WholeRound } from '#domain/rows/whole-round.ts';
import { type RunSeeds, trialSeed } from '#domain/trial/plan-trials.ts';
import type { ErrorClass } from '#domain/trial/trial.ts';
import { plural } from '#domain/words.ts';
import { createSetup } from './command/setup.ts';
import { type Discovery, differingNames, discoveryOf } from './suite/discovery.ts';
import { createRounds } from './suite/rounds.ts';
import { missingAttempt, rowAttempt } from './suite/row-attempt.ts';
import { type RanRound, runRound } from './suite/run-round.ts';
import { storedRound } from './suite/stored-round.ts';

/** Surroundings of a suite. */
export interface SuiteAgentOptions {
  /** Folder of the config, absolute: rounds run there. */
  readonly cwd: string;
  readonly environment: Environment;
  readonly resolve?: ProgramSpec['resolve'];
  /** `null` unless the config says `record`. */
  readonly recorder: Recorder | null;
  /** A folder for files that last as long as the run; absolute. */
  readonly temporary: string;
  readonly seeds: RunSeeds;
  /** Files of rounds that somebody else's job ran, in their order; absent: rounds are run. */
  readonly stored?: readonly string[];
  readonly onSetupOutput: (line: string, output: string) => void;
}

/** The rounds of a runner: each is one trial of every test. */
export function createSuiteAgent(config: SuiteAgentConfig, options: SuiteAgentOptions): Agent {
  const { cwd, environment, resolve, recorder, temporary, seeds } = options;
  const place = { cwd, environment, resolve };
  const setup = createSetup({ ...place }, options.onSetupOutput, undefined, 'suite');
  const closing = new AbortController();
  const { signal: closed } = closing;
  // Every round waits for it.
  setMaxListeners(0, closed);
  let folder: Promise<string> | null = null;
  let prepared: Promise<void> | null = null;
  let discovered: Promise<Discovery> | null = null;
  let mostCalls = 0;
  const followed = new WeakSet<AbortSignal>();
  const compared = new WeakMap<WholeRound, string | null>();
  let notes: readonly string[] = [];
  const recorded: Pick<ModelCall, 'usage'>[] = [];

  const rounds = createRounds(
    { places: config.concurrency, selects: config.run_cases !== null, signal: closed },
    async ({ number, names, fresh }) => {
      folder ??= mkdtemp(join(temporary, 'agent-eval-rounds-'));
      const known = names === null || discovered === null ? null : await discovered;
      const all = known !== null && names !== null && known.names.size <= names.length;
      const order = {
        number,
        seed: trialSeed({ ...seeds, case_id: '', index: number + FRESH * fresh }),
        names: all ? null : names,
        path: join(
          await folder,
          `round-${number}${fresh === 0 ? '' : `-${fresh}`}.${ENDINGS[config.results] ?? 'json'}`,
        ),
      };
      const { stored } = options;
      return stored === undefined
        ? checked(await runRound(config, order, { ...place, recorder }, closed), order.names)
        : storedRound(config, stored[number - 1], cwd);
    },
  );

  /** A runner that ran others than it was asked to measured nothing, and a cache that answers in the place of the model would repeat one round. */
  function checked(ran: RanRound, asked: readonly string[] | null): RanRound {
    const { round } = ran;
    const calls = ran.calls?.length ?? null;
    recorded.push(...(ran.calls ?? []));
    if (round.kind === 'whole' && asked?.every((name) => !round.rows.has(name)) === true)
      return { ...ran, round: { kind: 'void', damage: [{ code: 'others_ran', of: asked.length }] } };
    if (calls === null || round.kind !== 'whole') return ran;
    if (calls === 0 && mostCalls > 0) {
      const problem = `it called no model, an earlier round made ${plural(mostCalls, 'call')}: a cache answered; switch it off`;
      return { ...ran, round: { kind: 'void', damage: [{ code: 'unreadable_file', problem }] } };
    }
    mostCalls = Math.max(mostCalls, calls);
    return ran;
  }

  /** The first whole round of the first two says which tests there are. */
  async function discover(): Promise<Discovery> {
    const said: string[] = [];
    for (const number of [1, 2]) {
      const ran = await rounds.whole(number).ran;
      const { round } = ran;
      if (round.kind === 'whole') {
        const found = discoveryOf(round);
        notes = found.notes;
        return found;
      }
      said.push(`round ${number}: ${wordsOf(ran)}`);
      if (round.kind !== 'void' || number === 2) throw withoutRounds(said.join('; '), ran.stderr);
    }
    throw new Error('no round was run');
  }

  function endWith(signal: AbortSignal): void {
    if (signal.aborted) closing.abort();
    if (followed.has(signal)) return;
    followed.add(signal);
    signal.addEventListener('abort', () => closing.abort(), { once: true });
  }

  const known = (): Promise<Discovery> => (discovered ??= discover());

  return {
    source: 'live',
    metered: config.record !== null,
    available_trials: null,
    prepare(signal) {
      prepared ??= setup.run(config.setup, signal);
      return prepared;
    },
    async discover(signal) {
      endWith(signal);
      const { names, repeats } = await known();
      return [...names].map(([name, file]) => ({ name, file, repeats }));
    },
    async attempt(plan, signal) {
      const began = performance.now();
      endWith(signal);
      const found = await known();
      const { repeats } = found;
      const name = plan.case.name ?? plan.case.id;
      const number = Math.ceil(plan.index / repeats);
      const repeat = (plan.index - 1) % repeats;
      const ran = await rounds.serve(name, number, repeat).ran;
      const { round } = ran;
      const wait_ms = performance.now() - began;
      const missing = (kind: ErrorClass, message: string) => ({ ...missingAttempt(kind, message), wait_ms });
      if (round.kind === 'cancelled') return missing('cancelled', 'cancelled before the round ended');
      if (round.kind === 'unusable' || round.kind === 'not_started')
        throw withoutRounds(`round ${number}: ${wordsOf(ran)}`, ran.stderr);
      if (ran.calls?.some(({ fault }) => fault?.kind === 'budget') === true)
        return missing('budget', `round ${number} reached a cap of the budget`);
      if (round.kind === 'void') return missing('sandbox', `round ${number}: ${wordsOf(ran)}`);
      if (!compared.has(round)) compared.set(round, config.run_cases === null ? differingNames(found, round) : null);
      const otherNames = compared.get(round) ?? null;
      if (otherNames !== null) throw withoutRounds(`round ${number}: ${otherNames}`, '');
      const row = round.rows.get(name)?.[repeat];
      if (row === undefined) return missing('sandbox', `round ${number} has no result of it`);
      const saw_fault = ran.calls?.some(({ fault }) => fault !== null) ?? null;
      return { ...rowAttempt(plan, row, { config, saw_fault }), wait_ms, place_in_process: number - 1 };
    },
    notes: () => [...notes, ...(config.record === null ? [] : [recordedWords(recorded), ...(recorder?.notes() ?? [])])],
    async close() {
      closing.abort();
      await setup.close();
      if (folder !== null) await rm(await folder, { recursive: true, force: true }).catch(() => {});
    },
  };
}

/** Some runners choose what they write by the end of its name. */
const ENDINGS: { readonly [format: string]: string } = { junit: 'xml', jsonl: 'jsonl' };

/** Between the seeds of two rounds of one number. */
const FRESH = 100_000;

/** What rounds called, as a whole. */
function recordedWords(calls: readonly Pick<ModelCall, 'usage'>[]): string {
  if (calls.length === 0)
    return 'the recorder saw no model call in any round: does the runner pass the variables of the environment on?';
  const tokens = calls.map(({ usage }) => usage?.total_tokens ?? null);
  const known = tokens.every((count) => count !== null);
  const sum = tokens.reduce<number>((total, count) => total + (count ?? 0), 0);
  return `all rounds together made ${plural(calls.length, 'model call')}${known ? ` with ${plural(sum, 'token')}` : ''}`;
}

function wordsOf({ round }: RanRound): string {
  switch (round.kind) {
    case 'void':
      return round.damage.slice(0, 3).map(damageWords).join('; ');
    case 'unusable':
      return problemWords(round.problem);
    case 'not_started':
      return `\`suite.run\` can't be started: ${errorMessage(round.message)}`;
    case 'cancelled':
      return 'cancelled';
    case 'whole':
      return 'whole';
  }
}

/** The end of what a runner printed is no reason: it prints much when all is well. */
function withoutRounds(message: string, stderr: string): AgentUnavailableError {
  return new AgentUnavailableError(message, stderr.split('\n').slice(-40).join('\n'), null, 'message');
}
