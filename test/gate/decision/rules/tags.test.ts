import { describe, expect, test } from 'vitest';
import type { TagPolicy } from '#gate/decision/terms/policy.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS, reasonOf } from '../decide-on.ts';

const NO_TAG: TagPolicy = { pass_rate: null, tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };

const dropped = (max_drop: number): TagPolicy => ({ ...NO_TAG, pass_rate: { ...NO_BOUNDS, max_drop } });

describe('a gated tag', () => {
  test('is red when its cases got worse, though the suite as a whole may not', () => {
    const decision = decideOn(refundsBroke(), { tags: { refund: dropped(0.05) } });
    expect(decision.verdict).toBe('fail');
    expect(reasonOf(decision, 'suite_drop')).toMatchObject({ tag: 'refund', gate: 'pass_rate' });
    expect(decision.title).toMatch(/^tag refund: pass rate fell 40 points \(100 % → 60 %\), a real drop/);
    expect(decision.decision.tags['refund']?.pass_rate).toMatchObject({ failed: true, drop: expect.closeTo(0.4, 12) });
  });

  test('tolerates what its own rule tolerates', () => {
    expect(decideOn(refundsBroke(), { tags: { refund: dropped(0.4) } }).verdict).not.toBe('fail');
  });

  test('that no case has tests nothing and costs nothing', () => {
    const { decision } = decideOn(refundsBroke(), { tags: { nobody: dropped(0.05) } });
    expect(decision.alpha).not.toHaveProperty('tags');
    expect(decision.tags['nobody']?.pass_rate).toBeNull();
  });

  test('leaves the verdict open only if it has to rule a drop out and can not', () => {
    const asking: TagPolicy = { ...NO_TAG, pass_rate: { ...NO_BOUNDS, max_drop: 0.05, rule_out: 0.05 } };
    const same = sides(3);
    const content = decideOn(same, { tags: { refund: dropped(0.05) } });
    expect(content.verdict).toBe('pass');
    expect(content.reasons.filter(({ code }) => code === 'no_regression')).toHaveLength(1);
    const decision = decideOn(same, { tags: { refund: asking } });
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'drop_open').tag).toBe('refund');
    expect(decision.title).toMatch(/^tag refund: can't tell: pass rate unchanged/);
  });

  test('has floors of its own', () => {
    const floor: TagPolicy = { ...NO_TAG, pass_rate: { ...NO_BOUNDS, min: 0.7 } };
    const decision = decideOn(refundsBroke(), { tags: { refund: floor, nobody: floor } });
    expect(decision.decision.floors).toMatchObject([
      { tag: 'nobody', value: null, outcome: 'inconclusive' },
      { tag: 'refund', value: expect.closeTo(0.6, 12), outcome: 'fail' },
    ]);
    expect(codes(decision)[0]).toBe('fail floor');
    expect(decision.title).toBe('tag refund: pass rate 60 % is below its floor of 70 %');
  });

  test.each([
    ['has lost the tag here', [], ['refund']],
    ['got the tag here', ['refund'], []],
  ])('counts a case that %s: main or the change having it is enough', (_, here, main) => {
    const side = (tags: string[], passed: number) =>
      resultsFile([
        caseRecord('broken', { tags, trials: outcomes(passed, 5 - passed) }),
        caseRecord('fine', { tags: ['refund'], trials: outcomes(5) }),
        caseRecord('other', { trials: outcomes(5) }),
      ]);
    const rules: TagPolicy = { ...NO_TAG, pass_rate: { ...NO_BOUNDS, min: 1, max_drop: 0 } };
    const sidesOf = { candidate: side(here, 0), baseline: side(main, 5) };
    const decision = decideOn(sidesOf, { method: 'threshold', tags: { refund: rules } });
    expect(decision.decision.tags['refund']?.pass_rate).toMatchObject({ failed: true, drop: expect.closeTo(0.5, 12) });
    expect(decision.decision.floors).toMatchObject([
      { tag: 'refund', value: expect.closeTo(0.5, 12), outcome: 'fail' },
    ]);
  });

  test('counts by its floor a case whose demands changed too', () => {
    const side = (tags: string[], expect_hash: string, passed: number) =>
      resultsFile([
        caseRecord('broken', { tags, expect_hash, trials: outcomes(passed, 5 - passed) }),
        caseRecord('fine'),
      ]);
    const floor: TagPolicy = { ...NO_TAG, pass_rate: { ...NO_BOUNDS, min: 0.7 } };
    const sidesOf = { candidate: side([], 'new', 0), baseline: side(['refund'], 'old', 5) };
    expect(decideOn(sidesOf, { tags: { refund: floor } }).decision.floors).toMatchObject([
      { value: 0, outcome: 'fail' },
    ]);
  });

  test('named like an object internal is a tag like any other', () => {
    const tags = Object.fromEntries([['constructor', dropped(0.05)]]);
    expect(decideOn(refundsBroke('constructor'), { tags }).verdict).toBe('fail');
  });
});

/** 60 cases of which three, tagged, fell from 5/5 to 3/5 passes: no single one is proven broken, nor the suite's mean. */
function refundsBroke(tag = 'refund') {
  return sides(3, tag, 3);
}

function sides(tagged: number, tag = 'refund', passed = 5) {
  const side = (passes: number) =>
    resultsFile(
      Array.from({ length: 60 }, (_, i) =>
        i < tagged
          ? caseRecord(`case-${i}`, { tags: [tag], trials: outcomes(passes, 5 - passes) })
          : caseRecord(`case-${i}`, { trials: outcomes(5) }),
      ),
    );
  return { candidate: side(passed), baseline: side(5) };
}
