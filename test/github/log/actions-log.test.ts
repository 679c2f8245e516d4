import { describe, expect, it } from 'vitest';
import { actionsLog } from '#github/log/actions-log.ts';
import type { EndedTrial, ProgressState } from '#ports/progress.ts';
import { captureStep, HOSTILE_LINES } from '../captured-step.ts';

const state = (done: number): ProgressState => ({
  done,
  total: 40,
  passed: done,
  failed: 0,
  errors: 0,
  tokens: null,
  cost_usd: null,
});

const EXTENT = { most: 40, concurrency: 4 };
const ENDED: EndedTrial = { case_id: 'one', index: 1, outcome: 'passed', duration_ms: 10, reused: false, why: null };

function clockAt(times: readonly number[]) {
  const left = [...times];
  return { monotonic: () => left.shift() ?? times.at(-1) ?? 0 };
}

describe('actionsLog', () => {
  it('prints a line of progress every ten seconds, and the last one at the end', async () => {
    let now = 0;
    const step = await captureStep(() => {
      const log = actionsLog({ monotonic: () => now });
      log.start(40, EXTENT);
      for (let done = 1; done <= 30; done += 1) {
        now = done * 1000;
        log.trial(state(done), ENDED);
      }
      log.stop();
    });
    expect(step.lines).toEqual([
      'Running 40 trials',
      '10/40 trials · 10 passed · 0 failed',
      '20/40 trials · 20 passed · 0 failed',
      '30/40 trials · 30 passed · 0 failed',
      '',
    ]);
  });

  it('shows errors, tokens and cost where there are any', async () => {
    const step = await captureStep(() => {
      const log = actionsLog(clockAt([0]));
      log.trial({ ...state(3), errors: 1, tokens: 1200, cost_usd: 0.126 }, ENDED);
      log.stop();
    });
    expect(step.lines[0]).toBe('3/40 trials · 3 passed · 0 failed · 1 error · 1,200 tokens · $0.13');
  });

  it.each(HOSTILE_LINES)('shows %j of an agent without obeying it', async (line) => {
    const step = await captureStep(() => {
      const log = actionsLog(clockAt([0]));
      log.untrusted(`said ${line}`, `before\n${line}\nafter`);
      log.note(`a note quoting\n${line}`);
      log.note(line);
    });
    expect(step.commands).toMatchObject({
      outputs: {},
      state: {},
      masks: [],
      matchers: [],
      annotations: [],
      failures: [],
    });
    expect(step.commands.groups).toHaveLength(1);
    expect(step.raw.replaceAll(/[\n\t\u200b]/g, '')).not.toMatch(/\p{C}/u);
    expect(step.lines).toContain('before');
    expect(step.lines.at(-1)).toBe('');
  });

  it('goes back to obeying after untrusted text, each with an end token of its own', async () => {
    const step = await captureStep(() => {
      const log = actionsLog(clockAt([0]));
      log.untrusted('one', '::stop-commands::mine');
      log.untrusted('two', 'x');
      log.warn('heard');
    });
    expect(step.commands.annotations).toMatchObject([{ message: 'heard' }]);
    const tokens = [...step.raw.matchAll(/^::stop-commands::(\S+)/gm)].map(([, token]) => token);
    // Two of ours, and the agent's own.
    expect(new Set(tokens).size).toBe(3);
  });

  it('cuts text of an agent after 64 KiB and says so', async () => {
    const step = await captureStep(() => actionsLog(clockAt([0])).untrusted('agent', 'x'.repeat(70_000)));
    expect(step.raw.length).toBeLessThan(67_000);
    expect(step.raw).toContain('(4,464 more characters)');
  });
});
