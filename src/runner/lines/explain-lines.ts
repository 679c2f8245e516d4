import { dollars, plural } from '#common/words.ts';
import { type CostEstimate, estimateRun } from '#gate/baseline/estimate.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { type AgentPaths, type ChangePart, changeParts, splitPart, versionWithout } from '#gate/lines/change-parts.ts';
import type { ExplainedCase, ExplainedLine } from '#gate/lines/explained.ts';
import { type BrokenCase, findLines } from '#gate/lines/find-lines.ts';
import {
  countedOracle,
  type Oracle,
  type OracleQuestion,
  type Outcomes,
  ratesOf,
  shareOf,
} from '#gate/lines/oracle.ts';
import { type ChangedText, type SplitFile, splitFile } from '#gate/lines/split-change.ts';
import { mendedOf, NO_TRIALS } from '#gate/lines/verify.ts';
import type { BaseAnswer, BaseOrder, Budget } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** A run that has ended, whose broken cases are to be explained. */
export interface BrokenRun {
  readonly results: ResultsFile;
  /** Its cases with the trials of both sides that show what broke. */
  readonly sides: readonly PairedCase[];
}

/** The change as files, and versions of it that can be run. */
export interface ChangeVersions {
  /** What differs from the base commit, or why that is not known, a sentence part. */
  readonly read: () => Promise<{ readonly files: readonly ChangedText[] } | { readonly problem: string }>;
  /** Runs trials of cases by the agent of a version: its files over those of the base commit. */
  readonly run: (
    files: ReadonlyMap<string, string | null>,
    order: Pick<BaseOrder, 'from' | 'to'>,
  ) => Promise<BaseAnswer>;
}

/** What the search may use. */
export interface ExplainPorts {
  readonly versions: ChangeVersions;
  readonly agent: AgentPaths;
  /** Trials that the agent may make at the same time. */
  readonly concurrency: number;
  readonly budget: Budget;
  readonly progress: Pick<Progress, 'note'>;
  readonly signal: AbortSignal;
}

const BROKEN = 0.05;

/**
 * Searches which lines of a change broke its cases: after the verdict, which it never changes, and only for cases that broke. Says first what it will cost. What it runs is no trial of the run, and enters no test.
 */
export async function explainLines(
  run: BrokenRun,
  most: number,
  ports: ExplainPorts,
): Promise<readonly ExplainedCase[]> {
  const { versions, agent, budget, progress } = ports;
  const broken = brokenCases(run);
  const [worst] = broken;
  if (worst === undefined) return [];
  const refused = (reason: string) => [{ ...worst, ...NOT_SEARCHED, reason }];
  const room = roomOf(budget, estimateRun(new Map([[worst.case, 1]]), run.results), most);
  if ('problem' in room) return refused(room.problem);
  const change = await versions.read();
  if ('problem' in change) return refused(change.problem);
  const files = change.files.map(splitFile);
  const parts = changeParts(files, agent);
  if (parts.length === 0) return refused('nothing that the agent reads was changed');
  // Each question halves what is left; the part that it finds is verified together with the change as it is.
  const usual = Math.ceil(Math.log2(parts.length)) + 2;
  progress.note(
    `Which line? ${plural(parts.length, 'changed part')}. About ${Math.min(USUAL_TRIALS, room.most)} trials of ${worst.case}, at most ${room.most}${room.cost}; about ${usual} versions, each with its own agent.setup`,
  );
  const context = { files, results: run.results, ports, ran: new Map<string, number>() };
  const explained: ExplainedCase[] = [];
  let open: readonly Broken[] = broken;
  let spent = 0;
  while (open.length > 0 && spent < room.all) {
    const [next, ...others] = open;
    if (next === undefined) break;
    const before = budget.spent().cost_usd;
    const left = Math.min(explained.length === 0 ? room.most : FURTHER_TRIALS, room.all - spent);
    const oracle = countedOracle(oracleOf(next.case, context), left);
    const whole = await findLines(parts, next, oracle);
    // A named group of neighbours is searched again, with the trials that are left.
    const inner = whole.outcome === 'named' && whole.parts.length === 1 ? whole.parts.flatMap(splitPart) : [];
    const within = inner.length === 0 ? whole : await findLines(inner, next, oracle);
    const { parts: culprits, ...search } = within.outcome === 'named' ? within : whole;
    spent += oracle.cost.trials;
    const tried = others.map(({ case: id, main, here }) => ({ id, rates: ratesOf(main, here) }));
    // All at once: each version may take a set-up of minutes.
    const mended = await mendedOf(search.outcome === 'named' ? tried : [], (open) => {
      const ids = open.slice(0, room.all - spent).map(({ id }) => id);
      spent += ids.length;
      return runVersion(ids, { undone: culprits, count: 1 }, context);
    });
    const also = mended.map(({ id }) => id);
    const after = budget.spent().cost_usd;
    const cost_usd = before === null || after === null ? null : after - before;
    explained.push({
      ...next,
      ...search,
      lines: culprits.flatMap(lineOf),
      also,
      ...oracle.cost,
      cost_usd,
      reason: null,
    });
    open = search.outcome === 'named' ? others.filter((other) => !also.includes(other.case)) : [];
  }
  return explained;
}

interface Broken extends BrokenCase, Pick<ExplainedCase, 'case'> {}

const NOT_SEARCHED = {
  outcome: 'not_searched',
  lines: [],
  without: NO_TRIALS,
  unchanged: NO_TRIALS,
  either: false,
  also: [],
  trials: 0,
  unloaded: 0,
  cost_usd: 0,
} satisfies Partial<ExplainedCase>;

/** Cases that passed less often here, the largest difference first. */
function brokenCases({ sides }: BrokenRun): readonly Broken[] {
  const difference = ({ main, here }: Broken) => shareOf(main) - shareOf(here);
  return sides
    .filter((item) => item.trials.length > 0 && fisherLess(countsOf(item)) <= BROKEN)
    .map((item): Broken => {
      const { a, n, b, m } = countsOf(item);
      return { case: item.id, main: { passed: b, trials: m }, here: { passed: a, trials: n } };
    })
    .toSorted((left, right) => difference(right) - difference(left));
}

/** What the searches of a run share. */
interface SearchContext extends Pick<BrokenRun, 'results'> {
  readonly files: readonly SplitFile[];
  readonly ports: ExplainPorts;
  /** Trials of each case: no two are the same. */
  readonly ran: Map<string, number>;
}

/** Runs what a search asks of a case. */
function oracleOf(id: string, context: SearchContext): Oracle<ChangePart> {
  const ask = async (question: OracleQuestion<ChangePart>) => (await runVersion([id], question, context)).flat();
  return async (questions) => {
    const outcomes: Outcomes[] = [];
    // Agents that can't work side by side work in turns.
    if (context.ports.concurrency > 1) outcomes.push(...(await Promise.all(questions.map(ask))));
    else for (const question of questions) outcomes.push(await ask(question));
    // What a cap or a signal cut off has not failed to load.
    return isOver(context) ? null : outcomes;
  };
}

function isOver({ ports: { signal, budget } }: SearchContext): boolean {
  return signal.aborted || budget.exhausted() !== null;
}

/** Trials of each of these cases by one version. One that can't be run, or ends as the change never does, does not load. */
async function runVersion(
  ids: readonly string[],
  { undone, count }: OracleQuestion<ChangePart>,
  context: SearchContext,
): Promise<readonly Outcomes[]> {
  const { files, results, ports, ran } = context;
  const nothing = new Array<null>(count).fill(null);
  if (isOver(context) || ids.length === 0 || count === 0) return ids.map(() => nothing);
  const from = new Map(ids.map((id) => [id, ran.get(id) ?? 0]));
  const to = new Map([...from].map(([id, first]) => [id, first + count]));
  for (const [id, end] of to) ran.set(id, end);
  const answer = await ports.versions.run(versionWithout(files, undone), { from, to });
  return ids.map((id) => {
    const trialsIn = ({ cases }: Pick<ResultsFile, 'cases'>) => cases.find((item) => item.id === id)?.trials ?? [];
    const usual = new Set(trialsIn(results).map(({ failure }) => failure?.kind));
    const passedIn = ({ outcome, failure }: TrialRecord): boolean | null => {
      const isOdd = (failure?.kind === 'crash' || failure?.kind === 'protocol') && !usual.has(failure.kind);
      return outcome === 'passed' || (outcome === 'error' || isOdd ? null : false);
    };
    const made = 'problem' in answer ? [] : trialsIn(answer.results);
    return [...made.slice(0, count).map(passedIn), ...nothing.slice(made.length)];
  });
}

function lineOf({ hunks }: ChangePart): readonly ExplainedLine[] {
  // Characters that stand for bytes become those that these mean.
  const decode = (text: string) => Buffer.from(text, 'latin1').toString('utf8').slice(0, LONGEST_TEXT);
  return hunks.slice(0, 1).map(({ path, lines, removed, added }) => ({
    path,
    first: lines?.first ?? null,
    last: hunks.at(-1)?.lines?.last ?? null,
    removed: decode(removed),
    added: decode(added),
    changes: hunks.length,
  }));
}

const LONGEST_TEXT = 1_000;

/** The fewest trials with which a search is begun. */
const FEWEST_TRIALS = 20;

/** What further lines may cost beyond the first. */
const FURTHER_TRIALS = 40;

/** What a search of one line usually costs. */
const USUAL_TRIALS = 32;

/**
 * How many trials the caps leave, and what they cost in words.
 *
 * @param each what one trial costs
 */
function roomOf(
  budget: Budget,
  { tokens, cost_usd: usd, duration_ms: ms }: CostEstimate,
  most: number,
): { readonly most: number; readonly all: number; readonly cost: string } | { readonly problem: string } {
  const ended = budget.exhausted();
  if (ended !== null) return { problem: ended };
  const { caps } = budget;
  const spent = budget.spent();
  const [least] = [
    roomIn('max-trials', caps.max_trials, spent.trials, 1),
    roomIn('max-cost-usd', caps.max_cost_usd, spent.cost_usd ?? 0, usd),
    roomIn('max-tokens', caps.max_tokens, spent.tokens, tokens),
    roomIn('max-duration', caps.max_duration_ms === null ? null : budget.timeLeft(), 0, ms),
  ].toSorted((left, right) => left.trials - right.trials);
  const { cap = '', trials = Number.POSITIVE_INFINITY } = least ?? {};
  if (trials < FEWEST_TRIALS)
    return { problem: `${cap} leaves room for ${plural(trials, 'trial')}, and ${FEWEST_TRIALS} are needed` };
  const all = Math.min(most + FURTHER_TRIALS, trials);
  const first = Math.min(most, all);
  const price = (count: number) => dollars((usd ?? 0) * count);
  const cost = usd === null ? '' : `: ${price(Math.min(USUAL_TRIALS, first))}, at most ${price(first)}`;
  return { most: first, all, cost };
}

function roomIn(cap: string, limit: number | null, spent: number, each: number | null) {
  const isFree = limit === null || each === null || each === 0;
  return { cap, trials: isFree ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((limit - spent) / each + 1e-9)) };
}
