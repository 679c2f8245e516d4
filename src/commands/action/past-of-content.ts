import type { LoadedSuite } from '#config/loaded-suite.ts';
import { type PastOfContent, pastVerdicts } from '#gate/baseline/resume/past-verdicts.ts';
import { questionOf } from '#gate/baseline/resume/question.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { EarlierResults } from '#ports/ports.ts';
import { policyFromBase } from '#runner/base-side/policy-from-base.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { githubFacts, githubSelection } from './github-facts.ts';
import type { GithubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';
import type { GithubSession } from './session/github-session.ts';

/** What is known of a run's content without evaluating it, and what main does with what is open. */
export async function pastOfContent(
  session: GithubSession,
  earlier: EarlierResults | null,
  target: GithubTarget,
): Promise<PastOfContent & Pick<Policy, 'on_inconclusive'>> {
  const lookup = await earlier?.find();
  const verdicts = pastVerdicts(lookup?.runs.map(({ results }) => results) ?? []);
  const suite = await suiteHere(session, target);
  if (suite === null) return { verdicts, question: null, on_inconclusive: 'fail' };
  const { on_inconclusive } = suite.config.gate;
  return { verdicts, question: questionOf(suite, githubFacts(session.run)), on_inconclusive };
}

/** `null`: the config or its base can't be read, which an evaluation says. */
async function suiteHere({ run, api }: GithubSession, target: GithubTarget): Promise<LoadedSuite | null> {
  const { inputs, context, cwd } = run;
  const files = workspaceFiles(context.workspace, cwd, inputs.config);
  const loaded = await loadSuite(files, inputs.config, githubSelection(run));
  const source = 'issues' in loaded ? null : await githubPolicySource(run, api, target);
  return 'issues' in loaded || source === null ? null : (await policyFromBase(loaded.suite, source)).suite;
}
