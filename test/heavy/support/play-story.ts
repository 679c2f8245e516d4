import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { readTrajectories, type TurnAccount } from './read-trajectories.ts';
import { runProgram } from './run-program.ts';
import { inScratchFolder } from './scratch-folder.ts';
import { type StoryAgent, storySuite, type Way } from './story-suite.ts';

/** What the bundle made of a real agent's conversations. */
export interface PlayedStory {
  readonly exitCode: number | null;
  /** What the terminal showed. */
  readonly shown: string;
  /** The trial of each case. */
  readonly trials: ReadonlyMap<string, TrialRecord>;
  /** The turns of each case as the bundle read them, results of tools left out. */
  readonly turns: ReadonlyMap<string, readonly TurnAccount[]>;
}

/** Plays the story in every way through the bundled terminal command, in a folder that holds the agents. */
export async function playStory(
  agent: StoryAgent & { readonly nodeModules?: string },
  ways: readonly Way[],
  expectations: 'right' | 'wrong',
): Promise<PlayedStory> {
  return inScratchFolder(async (folder) => {
    await cp(join(import.meta.dirname, '..', 'agents'), folder, { recursive: true });
    if (agent.nodeModules !== undefined) await symlink(agent.nodeModules, join(folder, 'node_modules'));
    const suite = storySuite({ command: agent.command, env: agent.env }, ways, expectations);
    for (const [path, text] of Object.entries(suite)) await writeFile(join(folder, path), text);
    const command = [process.execPath, CLI_BUNDLE, 'run', '--output', 'out'] as const;
    const { exitCode, stdout, stderr } = await runProgram([...command], { cwd: folder });
    const shown = `${stdout}\n${stderr}`;
    const parsed = parseResults(await readFile(join(folder, 'out', 'results.json'), 'utf8').catch(() => ''));
    if ('problem' in parsed) throw new Error(`${parsed.problem}\n${shown}`);
    const trials = parsed.results.cases.flatMap(({ id, trials: [only] }) =>
      only === undefined ? [] : [[id, only] as const],
    );
    return {
      exitCode,
      shown,
      trials: new Map(trials),
      turns: await readTrajectories(join(folder, 'out', 'trajectories.jsonl')),
    };
  });
}
