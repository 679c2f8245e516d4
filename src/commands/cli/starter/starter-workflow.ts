import { commentedOut, filledTemplate } from './template.ts';

/** What a workflow needs to know about its repository. */
export interface StarterPlace {
  /** The default branch: its runs make the baseline. */
  readonly branch: string;
  /** The set-up folder, relative to the root of the repository, with `/`; empty for the root. */
  readonly folder: string;
  /** A second job signs the verdict. */
  readonly signed?: boolean;
}

/**
 * The workflow, at the root of the repository, because GitHub reads workflows only there; that of a folder has its own name.
 * `path` is relative to that folder.
 *
 * @param key the variable that the agent needs; `null`: it needs none yet
 * @param ids variables by which it logs in without that key; empty: it has the key
 * @param tool the line that brings the program which installs packages, where GitHub's machine has none
 */
export function starterWorkflow(
  { branch, folder, signed = false }: StarterPlace,
  key: string | null = null,
  tool?: string,
  ids: Readonly<Record<string, string>> = {},
): Readonly<Record<'path' | 'purpose' | 'text', string>> {
  const name = folder === '' ? 'agent-eval' : `agent-eval-${folder.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
  const up = folder === '' ? '' : '../'.repeat(folder.split('/').length);
  const lines = Object.entries(ids).map(([name, value]) => `          ${name}: ${scalar(value)}`);
  const filled = filledTemplate('workflow.yml', {
    NAME: name,
    BRANCH: scalar(branch),
    TOOL: tool ?? null,
    FOLDER: folder === '' ? null : scalar(folder),
    ID_TOKEN: lines.length === 0 ? null : 'write',
    KEY: key ?? 'OPENAI_API_KEY',
  });
  const text = lines.length === 0 ? filled : filled.replace(/^.*\{\{ secrets\..*$/m, () => lines.join('\n'));
  const withInputs = folder === '' ? commentedOut(text, /^ {8}(?=with:\n +#)/m) : text;
  return {
    path: `${up}.github/workflows/${name}.yml`,
    purpose: `runs on pull requests and on ${branch}`,
    text: `${key === null ? commentedOut(withInputs, /^ {8}(?=(env| {2}\w+_KEY):)/gm) : withInputs}${signed ? filledTemplate('sign.yml', { NAME: name }) : ''}`,
  };
}

/** Plain if every YAML reader reads it as exactly this text. */
function scalar(text: string): string {
  const isPlain = /^[a-z_][\w./-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
