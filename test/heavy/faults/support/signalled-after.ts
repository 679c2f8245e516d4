import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import type { Folder } from '#test/support/cli-folder.ts';
import { findSurvivors } from '#test/testing/github/runner/survivors.ts';

/** How a command ended: by itself or in its own way with `code`, or, before it could listen, by the signal. */
export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Sends a command a signal after some milliseconds, or when `point` comes. Afterwards none of its processes may be left. */
export async function signalledAfter(
  folder: Folder,
  args: readonly string[],
  point: number | (() => Promise<void>),
  name: NodeJS.Signals,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI_BUNDLE, ...args], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...COMPILE_CACHE },
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  await (typeof point === 'number' ? wait(point) : point());
  child.kill(name);
  const [code, signal] = await ended;
  expect(await findSurvivors(child.pid ?? 0, folder.path), `${name} after ${point} ms`).toEqual([]);
  return { code, signal };
}
