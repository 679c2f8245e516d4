import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { killTree, MARKER_NAME, startTree } from '#process/process-tree.ts';
import { commandLines, PATIENT, processesWith } from '../runner/agents/support.ts';

function start(command: readonly string[]) {
  const mark = randomUUID();
  const environment = { PATH: process.env['PATH'] ?? '', AGENT_TEST: mark };
  const tree = startTree(command, { cwd: '/', environment, stdin: 'ignore' });
  tree.child.on('error', () => {});
  return { tree, alive: () => processesWith(`AGENT_TEST=${mark}`) };
}

describe('a process tree', () => {
  test('is a group of its own, with a mark that no other tree has', async () => {
    const [left, right] = [start(['sleep', '3600']), start(['sleep', '3600'])];
    await expect.poll(() => processesWith(left.tree.marker), PATIENT).toHaveLength(1);
    expect(left.tree.marker).toMatch(new RegExp(`^${MARKER_NAME}=.{36}$`));
    await killTree(left.tree, 0);
    expect(left.alive()).toEqual([]);
    await expect.poll(right.alive, PATIENT).toHaveLength(1);
    await killTree(right.tree, 0);
    expect(right.alive()).toEqual([]);
  });

  test.each([
    ['a child in a session of its own', 'setsid sleep SECONDS & wait'],
    ['a daemon without parent', '(setsid sleep SECONDS &) ; sleep SECONDS'],
    ['a child with an empty environment', 'env -i sleep SECONDS & wait'],
    ['a child with an empty environment in a session of its own', 'env -i setsid sleep SECONDS & wait'],
  ])('is ended with %s', async (_, script) => {
    // An unusual number of seconds tells our sleepers from those of others.
    const seconds = String(36_000 + Math.floor(performance.now() * 1000) / 1000);
    const { tree } = start(['bash', '-c', script.replaceAll('SECONDS', seconds)]);
    const sleepers = () => commandLines().filter((line) => line === `sleep ${seconds}`);
    await expect.poll(() => sleepers().length, PATIENT).toBe(script.split('SECONDS').length - 1);
    await killTree(tree, 0);
    expect(sleepers()).toEqual([]);
  });

  test('is ended with a deaf child that its dying parent leaves behind, in another session and without mark', async () => {
    const seconds = String(36_000 + Math.floor(performance.now() * 1000) / 1000);
    const { tree } = start(['bash', '-c', `trap '' TERM; env -i setsid sleep ${seconds} & trap - TERM; wait`]);
    const sleepers = () => commandLines().filter((line) => line === `sleep ${seconds}`);
    await expect.poll(() => sleepers().length, PATIENT).toBe(1);
    await killTree(tree, 300);
    expect(sleepers()).toEqual([]);
  });

  test('gets SIGTERM first, with time to go by itself', async () => {
    const { tree, alive } = start([
      'bash',
      '-c',
      'trap "echo bye; exit 0" TERM; echo up; while :; do read -t 1 < <(:) || :; done',
    ]);
    let output = '';
    tree.child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await expect.poll(() => output, PATIENT).toBe('up\n');
    await killTree(tree, 10_000);
    expect(alive()).toEqual([]);
    await expect.poll(() => output, PATIENT).toBe('up\nbye\n');
  });

  test('leaves no listener on this process behind', async () => {
    const before = process.listenerCount('exit');
    const { tree, alive } = start(['sleep', '3600']);
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1);
    await killTree(tree, 0);
    // What an earlier test left may go meanwhile.
    await expect.poll(() => process.listenerCount('exit'), PATIENT).toBeLessThanOrEqual(before);
    expect(alive()).toEqual([]);
  });
});
