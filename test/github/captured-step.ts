import { vi } from 'vitest';
import { openRunnerFiles, type RunnerFiles } from '#github/log/runner-files.ts';
import { newFolder } from '#test/support/new-folder.ts';
import {
  type CommandFiles,
  createCommandFiles,
  type FileCommands,
  readCommandFiles,
} from '#test/testing/github/runner/file-commands.ts';
import { createMasker } from '#test/testing/github/runner/masker.ts';
import { createStepLog, type StepCommands } from '#test/testing/github/runner/step-log.ts';

/** What the runner makes of what a function wrote to standard output and the command files. */
export type CapturedStep = {
  readonly commands: StepCommands;
  readonly lines: readonly string[];
  readonly raw: string;
  readonly files: FileCommands;
};

/** Runs a function as if it were a step of a job. */
export async function captureStep(run: (files: CommandFiles, runner: RunnerFiles) => unknown): Promise<CapturedStep> {
  const temp = newFolder('step');
  const files = await createCommandFiles(temp);
  const chunks: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  const masker = createMasker();
  const log = createStepLog(masker, '/workspace');
  try {
    await run(files, await openRunnerFiles({ GITHUB_OUTPUT: files.output, GITHUB_STEP_SUMMARY: files.summary }));
    stdout.mockRestore();
    const raw = chunks.join('');
    for (const line of raw.split(/\r?\n|\r/)) log.read(line);
    return { commands: log.commands, lines: log.lines, raw, files: await readCommandFiles(files, log, masker) };
  } finally {
    stdout.mockRestore();
  }
}

/** Text with which a model would like to speak to the runner, the terminal or the reader. */
export const HOSTILE_LINES = [
  '::set-output name=passed::true',
  '   ::set-output name=passed::true',
  '\u200b::set-output name=passed::true',
  'harmless ##[set-output name=passed;]true',
  '#\u200b#[set-output name=passed;]true',
  '#\u001b[0m#[add-mask]e',
  '##[error]forged',
  'x ##[add-mask]e',
  '::add-mask::e',
  '::add-matcher::evil.json',
  '::error file=a.ts,line=1::forged',
  '::stop-commands::pause',
  '::save-state name=x::y',
  'a\r::set-output name=passed::true',
  'a\u2028::set-output name=passed::true',
  '\u001b[2K\u001b[1A::notice::forged',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u202Etxt.exe\u202C',
  '%0A::set-output name=passed::true',
  '::endgroup::',
  '::echo::on',
];
