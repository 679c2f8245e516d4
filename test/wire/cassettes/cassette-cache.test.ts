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

/** A folder in memory. */
function folderOf(failing: readonly string[] = []) {
  const files = new Map<string, readonly Entry[]>();
  const folder: CassetteFolder = {
    async read(caseId) {
      const entries = files.get(caseId);
      return entries === undefined ? null : { entries, length: 100 };
    },
    async write(caseId, entries) {
      if (failing.includes(caseId)) throw new CassetteError(`no room for ${caseId}`);
      files.set(caseId, entries);
      return 100;
    },
    trials: async () => null,
  };
  return { folder, files };
}

const LONG = 1_000_000_000;

function add(cassetteCache: ReturnType<typeof createCassetteCache>, caseId: string, trial: number): Promise<void> {
  return cassetteCache.use(caseId, (cassette) => {
    cassette.entries = [...(cassette.entries ?? []), entry(trial)];
    cassette.changed = true;
    cassette.length += 100;
  });
}

test('cases that do not fit into memory are written early and read again: nothing is lost', async () => {
  const { folder, files } = folderOf();
  const cassetteCache = createCassetteCache(folder, { idle_ms: LONG, room: 150 });
  const cases = ['a', 'b', 'c', 'd'];
  for (const trial of [1, 2, 3]) await Promise.all(cases.map((caseId) => add(cassetteCache, caseId, trial)));
  expect(files.size).toBeGreaterThanOrEqual(3);
  await cassetteCache.close();
  for (const caseId of cases) expect(files.get(caseId)?.map(({ trial }) => trial)).toEqual([1, 2, 3]);
});

test('a file that can not be written is reported at the end, and the others are written', async () => {
  const { folder, files } = folderOf(['a']);
  const cassetteCache = createCassetteCache(folder, { idle_ms: LONG, room: LONG });
  await Promise.all([add(cassetteCache, 'a', 1), add(cassetteCache, 'b', 1)]);
  await expect(cassetteCache.close()).rejects.toThrow('no room for a');
  expect([...files.keys()]).toEqual(['b']);
});
