import { graderLook } from '#application/load/grader-look.ts';
import { hashGraders } from '#application/load/hash-graders.ts';
import { borrowsPackages } from '#domain/config/borrows-packages.ts';
import { costProblem } from '#domain/config/cost-problem.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { SuiteFiles } from '../ports.ts';
import type { BaseCheckout } from './base-checkout.ts';
import type { HeadRun, KnownOrder } from './base-run.ts';
import { loadBaseSuite } from './load-base-suite.ts';

/** The ordered cases with the agent of the base commit, or why that agent can't run beside the candidate, a sentence part. */
export async function suiteToRun(
  { trials }: KnownOrder,
  { suite: head, budget, check_files }: Pick<HeadRun, 'suite' | 'budget' | 'check_files'>,
  { files, otherDependencies }: BaseCheckout,
): Promise<{ readonly suite: LoadedSuite } | { readonly problem: string }> {
  const cases = head.cases.filter(({ id }) => trials.has(id));
  const loaded = await loadBaseSuite(files, { ...head, cases });
  if ('problem' in loaded) return loaded;
  const { suite } = loaded;
  const { agent } = suite.config;
  if (agent.kind === 'recorded') return { problem: 'its agent is recorded, so there is nothing to run' };
  const other = borrowsPackages(agent) ? await otherDependencies() : null;
  if (other !== null) return { problem: `${other}, and ${NO_SETUP}` };
  const unpriced = budget.caps.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { problem: `max-cost-usd can't be enforced for it: ${unpriced}` };
  const others = check_files === null ? await otherChecks(files, suite, head.cases) : null;
  return others === null ? { suite } : { problem: others };
}

const NO_SETUP = "main's config has no agent.setup to install main's packages";

/** Why main's checks can't replace those of the change; `null`: they are the same, file by file. */
async function otherChecks(
  files: SuiteFiles,
  { config, cases, grader_hashes: hashes }: LoadedSuite,
  all: LoadedSuite['cases'],
): Promise<string | null> {
  const main = await hashGraders(await graderLook(files, config, all), cases);
  const other = cases.find(({ id }) => (main.hashes.get(id) ?? null) !== (hashes.get(id) ?? null));
  if (other === undefined) return null;
  return `the custom checks of case ${other.id} are not those of main, and no program of the change runs in this job`;
}
