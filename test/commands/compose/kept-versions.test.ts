import { expect, test } from 'vitest';
import { keptVersions } from '#commands/compose/kept-versions.ts';
import type { BaseCommit } from '#ports/ports.ts';

const ORDER = { sha: null, from: new Map(), to: new Map() };

/** Versions that write down what is done with them. */
function written() {
  const log: string[] = [];
  const open = (name: string) => (): BaseCommit => {
    log.push(`open ${name}`);
    return {
      async run() {
        log.push(`run ${name}`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`ran ${name}`);
        return { problem: name };
      },
      async rest() {
        log.push(`rest ${name}`);
        return [];
      },
      renew: async () => false,
      async close() {
        log.push(`close ${name}`);
      },
    };
  };
  return { log, open };
}

/** What is done with versions that are asked one after the other. */
async function logOf(awake: number, names: string): Promise<string> {
  const { log, open } = written();
  const kept = keptVersions(awake);
  for (const name of names) await kept.run(name, open(name), ORDER);
  await kept.close();
  return log.filter((line) => !line.startsWith('ran')).join(', ');
}

test('a version that is asked again is opened once, and only some keep their programs', async () => {
  expect(await logOf(2, 'abab')).toBe('open a, run a, open b, run b, run a, run b, close b, close a');
  expect(await logOf(1, 'aba')).toBe('open a, run a, open b, rest a, run b, rest b, run a, close a, close b');
});

test('the version that was not asked for longest is removed, and opened anew if it is asked again', async () => {
  expect((await logOf(9, 'abcdea')).match(/(open|close) a/g)).toEqual(['open a', 'close a', 'open a', 'close a']);
});

test('orders of one version wait for each other, and a version that runs neither rests nor ends', async () => {
  const { log, open } = written();
  const kept = keptVersions(1);
  const answers = await Promise.all([...'aabcdef'].map((name) => kept.run(name, open(name), ORDER)));
  expect(answers.map((answer) => 'problem' in answer && answer.problem)).toEqual([...'aabcdef']);
  expect(log.filter((line) => line.endsWith(' a')).slice(0, 5)).toEqual(['open a', 'run a', 'ran a', 'run a', 'ran a']);
  const ended = (name: string) => log.findIndex((line) => line === `rest ${name}` || line === `close ${name}`);
  for (const name of 'abcdef') {
    const at = ended(name);
    if (at !== -1) expect(log.lastIndexOf(`ran ${name}`)).toBeLessThan(at);
  }
  await kept.close();
});
