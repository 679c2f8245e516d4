import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Masker } from './masker.ts';
import type { StepLog } from './step-log.ts';

/** Paths of the files through which a step speaks to the runner. */
export type CommandFiles = {
  readonly output: string;
  readonly env: string;
  readonly path: string;
  readonly state: string;
  readonly summary: string;
};

/** What a step wrote into them. */
export type FileCommands = {
  readonly outputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly state: Readonly<Record<string, string>>;
  /** Masked markdown; empty when there is none or it was over the limit. */
  readonly summary: string;
};

/** Largest summary of one step, in bytes; more and none of it is shown. */
const SUMMARY_LIMIT = 1024 * 1024;

/** Makes the empty files under the runner's temp folder. */
export async function createCommandFiles(temp: string): Promise<CommandFiles> {
  const folder = join(temp, '_runner_file_commands');
  await mkdir(folder, { recursive: true });
  const files = {
    output: join(folder, 'set_output_1'),
    env: join(folder, 'set_env_1'),
    path: join(folder, 'add_path_1'),
    state: join(folder, 'save_state_1'),
    summary: join(folder, 'step_summary_1'),
  };
  await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
  return files;
}

/** Reads them after the step as the runner does (FileCommandManager.cs); a broken one fails the step. */
export async function readCommandFiles(files: CommandFiles, log: StepLog, masker: Masker): Promise<FileCommands> {
  const values = async (name: 'output' | 'env' | 'state') => {
    const parsed = parseValues(await readOrEmpty(files[name]));
    if (parsed.problem !== null) {
      log.fail(`Unable to process file command '${name}' successfully: ${parsed.problem}`);
    }
    return parsed.problem === null ? parsed.values : {};
  };
  const { NODE_OPTIONS: blocked, ...env } = await values('env');
  if (blocked !== undefined) log.fail("Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command.");
  return {
    outputs: await values('output'),
    env,
    path: (await readOrEmpty(files.path)).split(/\r?\n/).filter((line) => line !== ''),
    state: await values('state'),
    summary: readSummary(await readOrEmpty(files.summary), log, masker),
  };
}

/** Parses `NAME=value` and `NAME<<DELIMITER` blocks. */
export function parseValues(text: string): {
  readonly values: Readonly<Record<string, string>>;
  readonly problem: string | null;
} {
  const values: Record<string, string> = {};
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      if (equals === 0) return { values, problem: `Invalid format '${line}'. Name must not be empty` };
      values[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    const name = line.slice(0, Math.max(heredoc, 0));
    const delimiter = line.slice(heredoc + 2);
    if (heredoc < 1 || delimiter === '') return { values, problem: `Invalid format '${line}'` };
    const end = lines.indexOf(delimiter, index + 1);
    if (end < 0) return { values, problem: `Invalid value. Matching delimiter not found '${delimiter}'` };
    values[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return { values, problem: null };
}

function readSummary(text: string, log: StepLog, masker: Masker): string {
  const size = Buffer.byteLength(text);
  if (size > SUMMARY_LIMIT) {
    const message = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k, got ${Math.floor(size / 1024)}k.`;
    log.annotate({ level: 'error', message });
    return '';
  }
  return text.split('\n').map(masker.mask).join('\n');
}

/** A step may delete its files; the runner then finds nothing. */
async function readOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
