import { describe, expect, test } from 'vitest';
import { SILENT } from '#runner/agents/turn/timeout-hint.ts';
import { commandAgent, NEVER, planOf, run } from '#test/runner/agents/support.ts';
import { wired } from '#test/runner/agents/wired.ts';

describe.concurrent('what may be wrong with a silent worker is said', () => {
  /** What was said of a worker when its first trial was over. */
  async function saidOf(command: readonly string[], trial_timeout_ms: number): Promise<readonly string[]> {
    const sentences: string[] = [];
    const options = { onDoubt: (sentence: string) => sentences.push(sentence) };
    await using agent = commandAgent(command, { limits: { trial_timeout_ms }, options });
    await Promise.allSettled([1, 2].map((index) => agent.attempt(planOf('x', { index }), NEVER)));
    return sentences;
  }
  const late = (before: string) => [
    process.execPath,
    '-e',
    `${before}; process.stdin.once('data', (line) => setTimeout(() => console.log(JSON.stringify({ id: JSON.parse(line).id, output: 'well' })), 2600))`,
  ];

  test('once, before its time is over', async () => {
    expect(await saidOf(run('read-all.py'), 2000)).toEqual([SILENT]);
    expect(await saidOf(late(''), 8000)).toEqual([SILENT]);
  });

  test.each(['console.log("loading")', 'console.log(JSON.stringify({ type: "ready" }))'])(
    'unless it has printed something: %s',
    async (before) => expect(await saidOf(late(before), 8000)).toEqual([]),
  );

  test('unless its recorder has seen a model call', async () => {
    await using world = await wired(() => ({ text: 'ok', delay_ms: 2600 }));
    const sentences: string[] = [];
    const onDoubt = (sentence: string) => sentences.push(sentence);
    const asking = `process.stdin.once('data', async (line) => {
      const { chat } = new (await import('openai')).default();
      await chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
      console.log(JSON.stringify({ id: JSON.parse(line).id, output: 'well' }));
    })`;
    const agent = world.agent([process.execPath, '-e', asking], {
      limits: { trial_timeout_ms: 8000 },
      options: { onDoubt },
    });
    expect((await agent.attempt(planOf('x'), NEVER)).end).toEqual({ kind: 'completed' });
    expect(sentences).toEqual([]);
  });
});
