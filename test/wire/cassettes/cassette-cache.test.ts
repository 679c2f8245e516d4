import { expect, test } from 'vitest';
import { createCassetteCache } from '#wire/cassettes/cassette-cache.ts';
import type { Entry } from '#wire/cassettes/cassette-document.ts';
import { CassetteError } from '#wire/cassettes/cassette-error.ts';
import type { CassetteFolder } from '#wire/cassettes/cassette-folder.ts';

const entry = (trial: number): Entry => ({
  trial,
  attempt: 0,
  occurrence: 1,
  request: { provider: 'openai', path: '/', body: null },
  key: String(trial),
  response: { status: 200, content_type: '', body: { text: '' } },
});

/** A folder in memory that counts what is done to it. */
function folderOf(failing: readonly string[] = []) {
  const files = new Map<string, readonly Entry[]>();
  const counts = { read: 0, write: 0 };
  const folder: CassetteFolder = {
    async read(caseId) {
      counts.read += 1;
      const entries = files.get(caseId);
      return entries === undefined ? null : { entries, length: 100 };
    },
    async write(caseId, entries) {
      if (failing.includes(caseId)) throw new CassetteError(`no room for ${caseId}`);
      counts.write += 1;
      files.set(caseId, entries);
      return 100;
    },
    trials: async () => null,
  };
  return { folder, files, counts };
}

const LONG = 1_000_000_000;

function add(cassetteCache: ReturnType<typeof createCassetteCache>, caseId: string, trial: number): Promise<void> {
  return cassetteCache.use(caseId, (cassette) => {
    cassette.entries = [...(cassette.entries ?? []), entry(trial)];
    cassette.changed = true;
    cassette.length += 100;
  });
}

test('a case is read once while it is in use, and written once at the end', async () => {
  const { folder, files, counts } = folderOf();
  const cassetteCache = createCassetteCache(folder, { idle_ms: LONG, room: LONG });
  await Promise.all([1, 2, 3].map((trial) => add(cassetteCache, 'refund', trial)));
  await cassetteCache.close();
  expect(counts).toEqual({ read: 1, write: 1 });
  expect(files.get('refund')).toHaveLength(3);
});

test('cases that do not fit into memory are written early and read again: nothing is lost', async () => {
  const { folder, files } = folderOf();
  const cassetteCache = createCassetteCache(folder, { idle_ms: LONG, room: 150 });
  const cases = ['a', 'b', 'c', 'd'];
  for (const trial of [1, 2, 3]) await Promise.all(cases.map((caseId) => add(cassetteCache, caseId, trial)));
  expect(files.size).toBeGreaterThanOrEqual(3);
  await cassetteCache.close();
  for (const caseId of cases) expect(files.get(caseId)?.map(({ trial }) => trial)).toEqual([1, 2, 3]);
});

test('a file that can not be written is told at the end, and keeps none of the others from being written', async () => {
  const { folder, files } = folderOf(['a']);
  const cassetteCache = createCassetteCache(folder, { idle_ms: LONG, room: LONG });
  await Promise.all([add(cassetteCache, 'a', 1), add(cassetteCache, 'b', 1)]);
  await expect(cassetteCache.close()).rejects.toThrow('no room for a');
  expect([...files.keys()]).toEqual(['b']);
});
