import { plural } from '#common/words.ts';
import { estimateRun } from '#gate/baseline/estimate.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { type AgentPaths, type ChangePart, changeParts, splitPart } from '#gate/lines/change-parts.ts';
import type { ExplainedCase, ExplainedLine } from '#gate/lines/explained.ts';
import { type BrokenCase, type FoundLines, findLines } from '#gate/lines/find-lines.ts';
import { CountedOracle, type SearchCost } from '#gate/lines/oracle.ts';
import { ratesOf, shareOf } from '#gate/lines/rates.ts';
import { splitFile } from '#gate/lines/split-change.ts';
import { isMended } from '#gate/lines/verify.ts';
import type { Budget } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { FURTHER_TRIALS, roomOf, USUAL_TRIALS } from './search-room.ts';
import { type ChangeVersions, type VersionOracles, versionOracles } from './version-oracle.ts';

/** A run that has ended, whose broken cases are to be explained. */
export interface BrokenRun {
  readonly results: ResultsFile;
  /** Its cases with the trials of both sides that show what broke. */
  readonly sides: readonly PairedCase[];
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

/** Each question halves what is left; what is found is verified beside the change as it is. */
function usualVersions(parts: number): number {
  return Math.ceil(Math.log2(parts)) + 2;
}

/**
 * Searches which lines of a change broke its cases: after the verdict, which it never changes, and only for cases that broke. Says first what it will cost. What it runs is no trial of the run, and enters no test.
 */
export async function explainLines(
  run: BrokenRun,
  most: number,
  { versions, agent, concurrency, budget, progress, signal }: ExplainPorts,
): Promise<readonly ExplainedCase[]> {
  const broken = brokenCases(run);
  const [lead] = broken;
  if (lead === undefined) return [];
  const refused = (reason: string) => [explained(lead, { reason })];
  const room = roomOf(budget, estimateRun(new Map([[lead.id, 1]]), run.results), most);
  if ('problem' in room) return refused(room.problem);
  const change = await versions.read();
  if ('problem' in change) return refused(change.problem);
  const files = change.files.map(splitFile);
  const parts = changeParts(files, agent);
  if (parts.length === 0) return refused('nothing that the agent reads was changed');
  progress.note(
    `Which line? ${plural(parts.length, 'changed part')}. About ${Math.min(USUAL_TRIALS, room.most)} trials of ${lead.id}, at most ${room.most}${room.cost}; about ${usualVersions(parts.length)} versions, each with its own agent.setup`,
  );
  const isOver = () => signal.aborted || budget.exhausted() !== null;
  const oracleOf = versionOracles({ files, versions, isOver, results: run.results, concurrency });
  const found: ExplainedCase[] = [];
  let open = broken;
  let spent = 0;
  while (open.length > 0 && spent < room.all) {
    const [next, ...others] = open;
    if (next === undefined) break;
    const before = budget.spent().cost_usd;
    const left = Math.min(found.length === 0 ? room.most : FURTHER_TRIALS, room.all - spent);
    const { lines, named } = await findParts(next, parts, oracleOf, left);
    spent += lines.trials;
    const also: string[] = [];
    if (lines.outcome === 'named')
      for (const other of others) {
        const oracle = new CountedOracle(oracleOf(other.id, named), room.all - spent);
        if (await isMended(oracle, new Set(named.keys()), ratesOf(other.main, other.here))) also.push(other.id);
        spent += oracle.cost().trials;
      }
    const { parts: _, ...facts } = lines;
    const after = budget.spent().cost_usd;
    const cost_usd = before === null || after === null ? null : after - before;
    found.push(explained(next, { ...facts, lines: named.flatMap((part) => lineOf(part) ?? []), also, cost_usd }));
    open = lines.outcome === 'named' ? others.filter(({ id }) => !also.includes(id)) : [];
  }
  return found;
}

interface Broken extends BrokenCase {
  readonly id: string;
}

/** Cases that passed less often here, the largest difference first. */
function brokenCases({ sides }: BrokenRun): readonly Broken[] {
  const isBroken = (item: PairedCase) => item.trials.length > 0 && fisherLess(countsOf(item)) <= BROKEN;
  const difference = ({ main, here }: Broken) => shareOf(main) - shareOf(here);
  return sides
    .filter(isBroken)
    .map((item): Broken => {
      const { a, n, b, m } = countsOf(item);
      return { id: item.id, main: { passed: b, trials: m }, here: { passed: a, trials: n } };
    })
    .toSorted((one, other) => difference(other) - difference(one));
}

/** What a search came to, and the parts that it names. */
interface FoundParts {
  readonly lines: FoundLines;
  readonly named: readonly ChangePart[];
}

/** A named group of neighbours is searched again, with the trials that are left. */
async function findParts(
  broken: Broken,
  parts: readonly ChangePart[],
  oracleOf: VersionOracles,
  most: number,
): Promise<FoundParts> {
  const lines = await findLines(parts.length, broken, oracleOf(broken.id, parts), most);
  const named = lines.parts.flatMap((part) => parts[part] ?? []);
  const inner = lines.outcome === 'named' && named.length === 1 ? named.flatMap(splitPart) : [];
  if (inner.length === 0) return { lines, named };
  const again = await findParts(broken, inner, oracleOf, most - lines.trials);
  const found = again.lines.outcome === 'named' ? again : { lines, named };
  const sum = (key: keyof SearchCost) => lines[key] + again.lines[key];
  const cost = { trials: sum('trials'), versions: sum('versions'), unloaded: sum('unloaded') };
  return { lines: { ...found.lines, ...cost }, named: found.named };
}

function lineOf(part: ChangePart): ExplainedLine | null {
  const [first] = part.hunks;
  const last = part.hunks.at(-1);
  if (first === undefined || last === undefined) return null;
  const { path, lines, removed, added } = first;
  return {
    path,
    first: lines?.first ?? null,
    last: last.lines?.last ?? null,
    removed: removed.slice(0, LONGEST_TEXT),
    added: added.slice(0, LONGEST_TEXT),
    changes: part.hunks.length,
  };
}

const LONGEST_TEXT = 1_000;

function explained({ id, main, here }: Broken, facts: Partial<ExplainedCase>): ExplainedCase {
  return {
    case: id,
    main,
    here,
    outcome: 'not_searched',
    lines: [],
    without: null,
    unchanged: null,
    either: false,
    also: [],
    trials: 0,
    versions: 0,
    unloaded: 0,
    cost_usd: 0,
    reason: null,
    ...facts,
  };
}
