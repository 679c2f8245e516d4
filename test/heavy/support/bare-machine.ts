import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** A folder where nothing is installed but a Node, and where no connection opens. */
export interface BareMachine {
  /** An empty folder, where the terminal command runs. */
  readonly folder: string;
  /** Runs the bundled terminal command. */
  readonly run: (...args: readonly string[]) => Promise<ProgramResult>;
  /** Runs a script. */
  readonly evaluate: (script: string) => Promise<ProgramResult>;
  /** Connections that were tried, one a line. */
  readonly tried: () => Promise<string>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** @param node path of the only program on PATH */
export async function bareMachine(node: string): Promise<BareMachine> {
  const root = newFolder('bare');
  const folder = join(root, 'work');
  const temporary = join(root, 'tmp');
  const log = join(root, 'network.log');
  for (const path of [folder, temporary, join(root, 'bin')]) await mkdir(path);
  await symlink(node, join(root, 'bin', 'node'));
  const closed = 'http://127.0.0.1:9';
  const env = {
    PATH: join(root, 'bin'),
    HOME: root,
    TMPDIR: temporary,
    HTTP_PROXY: closed,
    HTTPS_PROXY: closed,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'no-network.mjs')).href}`,
    NETWORK_LOG: log,
  };
  const start = (...args: readonly string[]) => runProgram([join(root, 'bin', 'node'), ...args], { cwd: folder, env });
  return {
    folder,
    run: (...args) => start(CLI_BUNDLE, ...args),
    evaluate: (script) => start('--eval', script),
    tried: () => readFile(log, 'utf8').catch(() => ''),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
