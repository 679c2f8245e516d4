import type { Case } from '#cases/suite/case.ts';
import type { CommandExpectation } from '#cases/suite/expectation.ts';
import { folderHash } from '#cases/suite/folder-hash.ts';
import type { Issue } from '#common/document/issue.ts';
import { plural } from '#common/words.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/** Bytes of a folder that is laid over a workspace. */
const MOST_OVERLAY = 50 * 1024 ** 2;

/** The cases with the hashes of their workspaces and of the folders of their commands, and what is wrong with those. */
export async function readWorkspaces(
  files: Pick<SuiteFiles, 'folder' | 'locate'>,
  cases: readonly Case[],
): Promise<{ readonly cases: readonly Case[]; readonly issues: readonly Issue[] }> {
  const known = new Map<string, ReturnType<SuiteFiles['folder']>>();
  const hashFolder = async (folder: string, most: number) => {
    const key = JSON.stringify([folder, most]);
    const reading = known.get(key) ?? files.folder(files.locate(folder), most);
    known.set(key, reading);
    const read = await reading;
    return 'problem' in read ? read : { hash: folderHash(read.files) };
  };
  const issues: Issue[] = [];
  const read = async (evalCase: Case): Promise<Case> => {
    const { workspace, expect } = evalCase;
    if (workspace === undefined) return evalCase;
    const issue = (path: string, message: string, severity: Issue['severity'] = 'error') =>
      issues.push({ severity, ...evalCase.source, column: 1, path, message: `case ${evalCase.id}: ${message}` });
    const own = await hashFolder(workspace.folder, workspace.max_bytes);
    if ('problem' in own) issue('workspace', own.problem);
    const commands: CommandExpectation[] = [];
    for (const [index, command] of (expect.commands ?? []).entries()) {
      const at = `expect.commands.${index}`;
      const over = command.files === null ? null : await hashFolder(command.files.folder, MOST_OVERLAY);
      if (over !== null && 'problem' in over) issue(`${at}.files`, over.problem);
      const hash = over === null || 'problem' in over ? null : over.hash;
      commands.push({ ...command, files: command.files === null ? null : { ...command.files, hash } });
    }
    const open = (expect.commands ?? []).filter(({ files: over, restore }) => over === null && restore === null).length;
    if (open > 0 && (expect.diff?.only ?? null) === null)
      issue(
        'expect.commands',
        `${plural(open, 'command')} ${open === 1 ? 'runs' : 'run'} ${MAY_BE_REWRITTEN}`,
        'warning',
      );
    return {
      ...evalCase,
      workspace: { ...workspace, hash: 'problem' in own ? null : own.hash },
      expect: expect.commands === undefined ? expect : { ...expect, commands },
    };
  };
  const whole: Case[] = [];
  for (const evalCase of cases) whole.push(await read(evalCase));
  return { cases: whole, issues: [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()] };
}

const MAY_BE_REWRITTEN =
  "on the agent's own version of every file, tests included: name the files to put back first under `restore`, copy your tests over them with `files`, or write `restore: []`";
