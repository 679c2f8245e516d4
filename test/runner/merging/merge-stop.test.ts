import { describe, expect, it } from 'vitest';
import { whyStopped } from '#runner/merging/merge-stop.ts';
import type { StoredShard } from '#runner/merging/stored-shards.ts';
import { resultsFile } from '#test/support/results.ts';

/** A shard that could not run its cases, or one that could. */
function shard(index: number, stopped: 'inconclusive' | 'error' | null = null): StoredShard {
  const results = resultsFile([]);
  const stop =
    stopped === null ? null : { verdict: stopped, message: `no key in ${index}`, blocks: stopped === 'error' };
  return { index, results: { ...results, run: { ...results.run, shard: { index, of: 2, stopped: stop } } } };
}

describe('why shards are not judged', () => {
  it('what can not be read is the only reason: that it is missing, as if its job had failed, is not true', () => {
    const found = { shards: [shard(1)], problems: ["shard 2 can't be read: expired"] };
    const missing = ['shard 2 of 2 is missing: its job stored no results; run the failed jobs again'];
    expect(whyStopped(found, missing)).toEqual({
      verdict: 'error',
      stopped: false,
      blocks: true,
      messages: ["shard 2 can't be read: expired"],
    });
    expect(whyStopped({ ...found, problems: [] }, missing)?.messages).toEqual(missing);
  });

  it('an error of one shard says more than another one that had no key', () => {
    const found = { shards: [shard(1, 'inconclusive'), shard(2, 'error')], problems: [] };
    expect(whyStopped(found, [])).toEqual({
      verdict: 'error',
      stopped: true,
      blocks: true,
      messages: ['shard 2: no key in 2'],
    });
    const both = { shards: [shard(1, 'inconclusive'), shard(2, 'inconclusive')], problems: [] };
    expect(whyStopped(both, [])).toMatchObject({
      verdict: 'inconclusive',
      blocks: false,
      messages: ['shard 1: no key in 1', 'shard 2: no key in 2'],
    });
  });

  it('there is none when all of them ran', () => {
    expect(whyStopped({ shards: [shard(1), shard(2)], problems: [] }, [])).toBeNull();
  });
});
