import { canonicalJson, type Json } from '#common/json.ts';
import { borrowsPackages } from '#config/borrows-packages.ts';
import type { AgentConfig } from '#config/config.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { costProblem } from '#config/parsing/cost-problem.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { sideWords } from '#report/reasons/mains-side-words.ts';
import { graderLook } from '#runner/load/grader-look.ts';
import { hashGraders } from '#runner/load/hash-graders.ts';
import { changedTests, testFiles } from '#runner/load/test-files.ts';
import type { BaseCheckout } from './base-checkout.ts';
import type { HeadRun, KnownOrder } from './base-run.ts';
import { loadBaseSuite } from './load-base-suite.ts';

/** What main's side runs. */
interface SuiteToRun {
  readonly suite: LoadedSuite;
  /** How the change could have reached it; empty: not by anything that it edits. */
  readonly doubts: readonly SideDoubt[];
}

/** The ordered cases with the agent of the base commit, or why that agent can't run next to the candidate, a sentence part. */
export async function suiteToRun(
  { to }: KnownOrder,
  { suite: head, budget, beside_change: isBeside }: Pick<HeadRun, 'suite' | 'budget' | 'beside_change'>,
  { files, otherDependencies }: Pick<BaseCheckout, 'files' | 'otherDependencies'>,
): Promise<SuiteToRun | { readonly problem: string; readonly doubts?: readonly SideDoubt[] }> {
  const cases = head.cases.filter(({ id }) => to.has(id));
  const loaded = await loadBaseSuite(files, { ...head, cases });
  if ('problem' in loaded) return loaded;
  const { suite } = loaded;
  const { agent } = suite.config;
  if (agent.kind === 'recorded') return { problem: 'its agent is recorded, so there is nothing to run' };
  const other = borrowsPackages(agent) ? await otherDependencies() : null;
  if (other !== null) return { problem: `${other}, and ${NO_SETUP}` };
  const unpriced = budget.caps.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { problem: `max-cost-usd can't be enforced for it: ${unpriced}` };
  const edited = await editedChecks(files, suite, head.cases);
  if (edited.length > 0) {
    const doubts = [{ kind: 'checks_edited', cases: edited }] as const;
    return { problem: sideWords(doubts), doubts };
  }
  return { suite, doubts: isBeside ? editedMachine(head.config.agent, agent) : [] };
}

const NO_SETUP = "main's config has no agent.setup to install main's packages";

/** Cases whose checks are not main's, file by file: main's can't replace them. */
async function editedChecks(
  files: SuiteFiles,
  { config, config_path, cases, grader_hashes: hashes }: LoadedSuite,
  all: LoadedSuite['cases'],
): Promise<readonly string[]> {
  const { agent } = config;
  if (agent.kind === 'suite') {
    const paths = all.map(({ source }) => source.file);
    return changedTests(
      { cases, grader_hashes: hashes },
      await testFiles(paths, { agent, coverage: config.coverage }, config_path, files),
    );
  }
  const main = await hashGraders(await graderLook(files, config, all), cases);
  return cases.map(({ id }) => id).filter((id) => (main.hashes.get(id) ?? null) !== (hashes.get(id) ?? null));
}

/** What the change edits in the agent's preparation of the machine that both sides share. */
function editedMachine(here: AgentConfig, main: AgentConfig): readonly SideDoubt[] {
  const isSame = (part: (agent: AgentConfig) => Json) => canonicalJson(part(here)) === canonicalJson(part(main));
  return [
    ...(isSame((agent) => ('setup' in agent ? [...agent.setup] : [])) ? [] : [{ kind: 'setup_edited' } as const]),
    ...(isSame((agent) => ('env' in agent ? { ...agent.env } : {})) ? [] : [{ kind: 'environment_edited' } as const]),
  ];
}
