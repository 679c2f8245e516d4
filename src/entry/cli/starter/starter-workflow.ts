/** What a workflow needs to know about its repository. */
export interface StarterPlace {
  /** The default branch: its runs make the baseline. */
  readonly branch: string;
  /** The set-up folder, relative to the root of the repository, with `/`; empty for the root. */
  readonly folder: string;
}

/**
 * The workflow, at the root of the repository, because GitHub reads workflows only there; that of a folder has its own name.
 * `path` is relative to that folder.
 *
 * @param key the variable that the agent needs; `null`: it needs none yet
 * @param tool the line that brings the program which installs packages, where GitHub's machine has none
 */
export function starterWorkflow(
  { branch, folder }: StarterPlace,
  key: string | null = null,
  tool?: string,
): Readonly<Record<'path' | 'purpose' | 'text', string>> {
  const name = folder === '' ? 'agent-eval' : `agent-eval-${folder.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
  const up = folder === '' ? '' : '../'.repeat(folder.split('/').length);
  const inputs =
    folder === '' ? '        # with:\n' : `        with:\n          working-directory: ${scalar(folder)}\n`;
  return {
    path: `${up}.github/workflows/${name}.yml`,
    purpose: `runs on pull requests and on ${branch}`,
    text: workflow(name, scalar(branch), inputs, tool) + environment(key),
  };
}

function workflow(name: string, branch: string, inputs: string, tool: string | undefined): string {
  return `name: ${name}
on:
  pull_request:
  push:
    branches: [${branch}]
  workflow_dispatch: # run it by hand on ${branch} to renew the baseline

permissions:
  contents: read # check out the repository, compare commits
  actions: read # find the baseline of main
  pull-requests: write # post the comment

concurrency:
  group: \${{ github.workflow }}-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  ${name}:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v7
        with:
          persist-credentials: false
      # Choose a version of Python or Node here. Packages belong under agent.setup in agent-eval.yml.
${tool === undefined ? '' : `      - run: ${tool}\n`}      - uses: org/agent-eval-action@v1
${inputs}        #   max-tokens: "2000000" # no model call is made beyond this
`;
}

function environment(key: string | null): string {
  const off = key === null ? '# ' : '';
  const name = key ?? 'OPENAI_API_KEY';
  return `        ${off}env:
        ${off}  ${name}: \${{ secrets.${name} }} # stays with the action: a recorded agent gets a dummy
`;
}

/** Plain if every YAML reader reads it as exactly this text. */
function scalar(text: string): string {
  const isPlain = /^[a-z_][\w./-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
