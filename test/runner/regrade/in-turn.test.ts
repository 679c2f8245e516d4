import { expect, test } from 'vitest';
import { inTurn } from '#runner/regrade/regrade-run.ts';

async function* upTo(count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let number = 1; number <= count; number += 1) {
    taken.push(number);
    yield number;
  }
}

test('everything is done, no more at a time than said', async () => {
  let [now, most] = [0, 0];
  const done: number[] = [];
  await inTurn(upTo(20), 4, async (number) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    done.push(number);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(most).toBe(4);
});

test('the first failure takes no further item, and is thrown when what had begun is done', async () => {
  const taken: number[] = [];
  const done: number[] = [];
  const work = async (number: number) => {
    await new Promise(setImmediate);
    if (number === 3) throw new Error('third');
    done.push(number);
  };
  await expect(inTurn(upTo(100, taken), 2, work)).rejects.toThrow('third');
  expect(taken.length).toBeLessThan(8);
  expect(done).toEqual(taken.filter((number) => number !== 3));
});

test('items that break off are thrown when what had begun is done', async () => {
  const done: number[] = [];
  async function* broken() {
    yield 1;
    throw new Error('broke off');
  }
  const work = async (number: number) => {
    await new Promise(setImmediate);
    done.push(number);
  };
  await expect(inTurn(broken(), 5, work)).rejects.toThrow('broke off');
  expect(done).toEqual([1]);
});
