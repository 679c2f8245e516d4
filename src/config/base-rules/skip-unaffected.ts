import type { Case } from '#cases/suite/case.ts';
import { HASH_VERSION } from '#cases/suite/case-hashes.ts';
import { type CoverageFacts, type CoveredCase, reachOf } from '#cases/suite/coverage/reach.ts';
import { listed, plural } from '#common/words.ts';
import type { LoadedSuite, UnaffectedCases } from '#config/loaded-suite.ts';
import { isSameCase, sortedById } from '#gate/baseline/pairing/pair-cases.ts';
import { caseHeader } from '#gate/baseline/results/case-facts.ts';
import { evidence } from '#gate/baseline/results/evidence.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';

/** Everything that decides which cases a change can reach. */
interface Coverage extends CoverageFacts {
  /** Files in which the change differs from main's nearest run, from the root of the repository. */
  readonly changed: readonly string[];
  /** The base commit's version of cases whose file the change edits, by id; a case that is not in it is run. */
  readonly base_cases: ReadonlyMap<string, Case>;
  /** Whether the change edits the file of a case. */
  readonly isEdited: (evalCase: Case) => boolean;
}

/** What is run, and a sentence part that says why; `null`: nothing to say. */
export interface UnaffectedChoice {
  readonly unaffected: UnaffectedCases | null;
  readonly why: string | null;
}

/** Leaves out the cases of main's nearest run that a change can't reach: nothing that they cover differs from it. */
export function skipUnaffected(
  suite: Pick<LoadedSuite, 'cases' | 'config' | 'graders' | 'grader_hashes' | 'conditions' | 'treatment'>,
  main: ResultsFile,
  since: string,
  coverage: Coverage,
): UnaffectedChoice {
  const other = differentRun(suite, main);
  if (other !== null) return { unaffected: null, why: `every case runs: ${other}` };
  const covered = suite.cases.map((evalCase) => coveredCase(evalCase, suite, coverage));
  const reach = reachOf(
    coverage.changed,
    covered.flatMap((item) => item ?? []),
    coverage,
  );
  if (reach.kind === 'all')
    return { unaffected: null, why: `every case runs: the change edits ${reach.file}, and ${reach.why}` };
  const stored = new Map(main.cases.map((record) => [record.id, record]));
  const cases = suite.cases.filter(
    (evalCase, index) =>
      covered[index] != null && !reach.files.has(evalCase.id) && isStored(stored.get(evalCase.id), evalCase, suite),
  );
  if (cases.length === 0) return { unaffected: null, why: null };
  const ran = suite.cases.length - cases.length;
  const [first] = sortedByFile(reach.files);
  const example = first === undefined ? '' : `, such as ${first}`;
  const automation = reach.ignored_automation;
  const parts = [
    ...(ran === 0 ? [] : [ranWords(ran, suite.cases.length, example)]),
    ...(automation.length === 0
      ? []
      : [
          `main's \`ignores\` leaves out ${listed(automation, MOST_NAMED)}, which the change edits: review it, because the workflow that runs this check may use it`,
        ]),
  ];
  return { unaffected: { since, cases: sortedById(cases) }, why: parts.length === 0 ? null : parts.join('; ') };
}

function ranWords(ran: number, all: number, example: string): string {
  return `${plural(ran, 'case')} of ${all} ${ran === 1 ? 'runs' : 'run'}: the change edits what ${ran === 1 ? 'it depends' : 'they depend'} on${example}, or main has no trials of ${ran === 1 ? 'it' : 'them'}`;
}

const MOST_NAMED = 8;

function sortedByFile(files: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set(files.values())].sort();
}

/** Why main's trials say nothing about unchanged cases, a sentence part; `null`: they do. */
function differentRun(suite: Pick<LoadedSuite, 'conditions' | 'treatment'>, main: ResultsFile): string | null {
  if (main.hash_version !== HASH_VERSION || main.metrics_version !== METRICS_VERSION)
    return "main's run was made by another version of this action";
  if (main.agent.key !== suite.conditions.hash) return "the conditions differ from those of main's run";
  return main.agent.treatment_hash === suite.treatment.hash ? null : "the agent differs from that of main's run";
}

/** As the base commit declares it; `null`: the base commit does not have it, or it can't be read. */
function coveredCase(
  evalCase: Case,
  { graders }: Pick<LoadedSuite, 'graders'>,
  { isEdited, base_cases: base }: Coverage,
): CoveredCase | null {
  const declared = isEdited(evalCase) ? base.get(evalCase.id) : evalCase;
  if (declared === undefined) return null;
  const checks = graders.get(evalCase.id);
  const is_open = checks !== undefined && (checks.open.length > 0 || checks.problems.length > 0);
  return { id: evalCase.id, tags: declared.tags, covers: declared.covers ?? [], is_open };
}

/** Main tried the same case, with the same marks. */
function isStored(
  record: CaseRecord | undefined,
  evalCase: Case,
  suite: Pick<LoadedSuite, 'grader_hashes' | 'config'>,
): boolean {
  if (record === undefined || evidence(record).length === 0) return false;
  const here = caseHeader(evalCase, suite);
  const sameTags = JSON.stringify([...here.tags].sort()) === JSON.stringify([...record.tags].sort());
  return isSameCase(here, record) && sameTags && here.fixed_trials === record.fixed_trials;
}
