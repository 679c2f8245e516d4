import fs from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openResultFolder } from '#runner/workspace/results/result-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { trialRecord } from '#test/support/results.ts';
import { aTrial } from '#test/trials/trial/build-trial.ts';

const DOCUMENTS = new Map([
  ['results.json', '{}\n'],
  ['comment.md', 'words\n'],
]);

let place: string;
let folder: string;

beforeEach(async () => {
  place = newFolder('folder');
  folder = join(place, 'results');
});

async function opened() {
  return openResultFolder({
    folder,
    identity: { run: 1 },
    trajectories: 'all',
    append: false,
    redact: (text) => text,
  });
}

const store = (sink: Awaited<ReturnType<typeof opened>>, index: number) =>
  sink.trial('one', trialRecord({ index }), aTrial([{ output: 'all is well' }]));

/** Lets the system have no room for what is added to a file of this name. */
function fullFor(name: string): Disposable {
  const { appendFileSync } = fs;
  fs.appendFileSync = (file, ...rest) => {
    if (typeof file === 'number' && fs.readlinkSync(`/proc/self/fd/${file}`).endsWith(name))
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    appendFileSync(file, ...rest);
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      fs.appendFileSync = appendFileSync;
      syncBuiltinESMExports();
    },
  };
}

describe('a folder of results', () => {
  it('holds each trial, its trajectory and the documents, and has nothing to tell', async () => {
    const sink = await opened();
    expect(await store(sink, 1)).toMatchObject({ trajectory: 'one#1', trajectory_state: 'complete' });
    expect(await sink.finish(DOCUMENTS)).toEqual({ names: ['results.json', 'comment.md'], problem: null });
    await sink.close();
    expect((await readdir(folder)).sort()).toEqual(
      ['.gitignore', 'comment.md', 'results.json', 'trajectories.jsonl', 'trials.jsonl'].sort(),
    );
  });

  it('holds documents in parts as one text, whatever the size of the parts', async () => {
    const large = `ß${'a😀'.repeat(200_000)}`;
    const parts = ['', large, ',', 'é', large.slice(1), ''];
    const sink = await opened();
    const documents = new Map<string, string | readonly string[]>([
      ['results.json', parts],
      ['comment.md', large],
      ['junit.xml', []],
    ]);
    expect(await sink.finish(documents)).toMatchObject({ problem: null });
    await sink.close();
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    expect((await read('results.json')) === parts.join('')).toBe(true);
    expect((await read('comment.md')) === large).toBe(true);
    expect(await read('junit.xml')).toBe('');
  });

  it('that was removed is reported, and made again for the documents', async () => {
    const sink = await opened();
    await rm(folder, { recursive: true });
    await store(sink, 1);
    const { names, problem } = await sink.finish(DOCUMENTS);
    await sink.close();
    expect(problem).toMatch(/results was removed or replaced while the suite ran/);
    expect(names).toEqual(['results.json', 'comment.md']);
    expect((await readdir(folder)).sort()).toEqual(['.gitignore', 'comment.md', 'results.json']);
  });

  it('that was replaced by another with the same files is reported', async () => {
    const sink = await opened();
    await rename(folder, join(place, 'aside'));
    await mkdir(folder);
    for (const name of ['trials.jsonl', 'trajectories.jsonl.part']) await symlink('/dev/null', join(folder, name));
    expect((await sink.finish(DOCUMENTS)).problem).toMatch(/was removed or replaced/);
    await sink.close();
  });

  it('on a full disk takes what it can, loses no trial of the run, and says which disk', async () => {
    using _full = fullFor('trajectories.jsonl.part');
    const sink = await opened();
    for (const index of [1, 2]) {
      expect(await store(sink, index)).toMatchObject({ index, trajectory: null, trajectory_state: 'absent' });
    }
    const { names, problem } = await sink.finish(DOCUMENTS);
    await sink.close();
    expect(problem).toBe(`there is no space left on the disk of ${folder} (ENOSPC); free some, and run again`);
    expect(names).toEqual(['results.json', 'comment.md']);
    // A line after one that is torn would be read as part of it.
    expect((await readFile(join(folder, 'trials.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(1);
  });

  it('holds a document as a whole or not at all', async () => {
    const sink = await opened();
    await mkdir(join(folder, 'results.json', 'taken'), { recursive: true });
    expect(await sink.finish(DOCUMENTS)).toEqual({
      names: ['comment.md'],
      problem: expect.stringContaining("can't be written to"),
    });
    await sink.close();
    expect((await readdir(folder)).filter((name) => name.startsWith('results.json'))).toEqual(['results.json']);
  });
});
