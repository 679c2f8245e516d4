import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { mocksOf } from '#config/capture.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { hasGraderFiles } from '#trials/checks/custom-checks.ts';

/** Whether the settings of a checkout hold a token, as actions/checkout leaves one. Asked before programs run that could change them. */
export async function hasTokenInCheckout(root: string): Promise<boolean> {
  const local = ['config', '--local', '--includes', '--name-only', '--get-regexp'];
  return (await askGit(root, [...local, String.raw`^http\..*\.extraheader$`])) !== null;
}

/** Says what to do about it, a sentence. */
export const TOKEN_IN_CHECKOUT =
  'actions/checkout left the job\'s token in .git/config, where the agent, its setup and its checks can read it; write "persist-credentials: false" under "with" of that step.';

/** Whether programs of the repository run in this suite. */
export function runsPrograms({ config: { agent }, cases }: Pick<LoadedSuite, 'config' | 'cases'>): boolean {
  const isProgram =
    'setup' in agent && (agent.kind !== 'http' || agent.start !== null || agent.setup.length > 0 || agent.mcp !== null);
  const isMock = (mocks: ToolMocks | undefined) => Object.values(mocks ?? {}).some(({ kind }) => kind === 'module');
  const byCase = cases.some(
    (evalCase) => hasGraderFiles(evalCase) || isMock(evalCase.mocks) || (evalCase.expect.commands ?? []).length > 0,
  );
  return isProgram || isMock(mocksOf(agent)?.mocks) || byCase;
}
