import type { VerifyOptions } from '#commands/options/flags.ts';
import { escapeTerminal } from '#commands/terminal/escape-terminal.ts';
import { listed, plural } from '#common/words.ts';
import { VERDICT_FILE } from '#gate/verdict/verdict-file.ts';
import { type Verification, verifyFiles } from '#gate/verdict/verify-files.ts';
import { EXIT } from '#report/exit-code.ts';
import { readToVerify } from '#runner/workspace/results/read-to-verify.ts';
import { say } from './common/say.ts';

/** What `agent-eval verify` does: with a commit, it finds the folder and checks who signed it. */
export async function verifyVerdict(folder: string, _options: VerifyOptions): Promise<void> {
  const verified = await verifyFolder(folder);
  if (verified === null) return;
  tell(verified);
  print('This shows that these files agree with one another, not where they come from: unsigned.');
}

/** Verifies a folder; `null`: it fails, which standard error and the exit code say. */
async function verifyFolder(folder: string): Promise<VerifiedFolder | null> {
  const read = await readToVerify(folder);
  if ('problem' in read) return refuse(EXIT.usage, [read.problem]);
  const { file, problems, absent } = verifyFiles(read);
  if (file === null) return refuse(EXIT.usage, problems);
  return problems.length > 0 ? refuse(EXIT.fail, problems) : { file, absent };
}

type VerifiedFolder = Pick<Verification, 'absent'> & { readonly file: NonNullable<Verification['file']> };

function tell({ file, absent }: VerifiedFolder): void {
  const names = Object.keys(file.files).filter((name) => !absent.includes(name));
  print(`verdict: ${file.verdict}`);
  print(`${VERDICT_FILE} follows again from ${listed(names)}: ${plural(names.length, 'file')}, byte for byte.`);
  if (absent.length > 0) print(`Not here, so not checked: ${listed(absent)}.`);
}

function refuse(code: number, problems: readonly string[]): null {
  for (const problem of problems) say(`agent-eval: ${problem}`);
  say('agent-eval: nothing is verified');
  process.exitCode = code;
  return null;
}

function print(line: string): void {
  process.stdout.write(`${escapeTerminal(line)}\n`);
}
