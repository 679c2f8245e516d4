import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { GithubReader } from '#github/api/api.ts';
import type { FakeArtifact, FakeRun } from '#test/testing/github/state.ts';
import { addArtifact, forkOf, sha } from '#test/testing/github/state-builders.ts';
import {
  allOf,
  linesOf,
  type MainHistory,
  OWN_RUN,
  reportedRunOf,
  startMainHistory,
  storedResults,
  TRAJECTORIES,
  trajectoriesZip,
} from './main-history.ts';
import { zipArchive } from './zip/zip-archive.ts';

let main: MainHistory;
let run: FakeRun;

beforeEach(async () => {
  main = await startMainHistory();
  run = main.stored('m3', 'm3');
});

afterEach(async () => {
  expect(main.fake.violations).toEqual([]);
  await main[Symbol.asyncDispose]();
});

/** Adds trajectories to the run. */
function upload(lines: string, facts: Partial<FakeArtifact> = {}): FakeArtifact {
  return addArtifact(main.fake.state, {
    runId: run.id,
    name: TRAJECTORIES,
    content: trajectoriesZip(lines),
    ...facts,
  });
}

const shard = (index: number, lines: string, facts: Partial<FakeArtifact> = {}) =>
  upload(lines, { name: `${TRAJECTORIES}-shard-${index}`, ...facts });

const downloads = () => main.fake.requests.filter(({ path }) => path.startsWith('/blobs/'));

/** What is said of the trajectories instead of lines. */
const problem = (github: GithubReader = main.github) =>
  linesOf(main.store({ github })).then(
    () => 'there were lines',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

describe('trajectories of a run that was found', () => {
  it('are those of its own artifact', async () => {
    upload('one\ntwo\n');
    shard(1, 'of a shard');
    upload('other', { name: `${TRAJECTORIES}-other` });
    expect(await linesOf(main.store())).toEqual(['one', 'two']);
  });

  it('are asked of the run that GitHub described, whatever its results say of themselves', async () => {
    upload('true');
    const found = await main.find();
    expect(found.kind === 'found' ? found.runs[0].place : null).toBe(String(run.id));
  });

  it('are those of the newest artifact, as after a second attempt', async () => {
    upload('first');
    upload('second');
    expect(await linesOf(main.store())).toEqual(['second']);
  });

  it('are those of all shards, by their number, when it has none of its own', async () => {
    shard(10, 'ten');
    shard(2, 'two, first attempt');
    shard(1, 'one\nuno');
    shard(2, 'two');
    upload('other', { name: `${TRAJECTORIES}-other-shard-1` });
    expect(await linesOf(main.store())).toEqual(['one', 'uno', 'two', 'ten']);
  });

  it('may be packed larger than results may be', async () => {
    upload('large', { reportedSize: 90 * 1024 * 1024 });
    expect(await linesOf(main.store())).toEqual(['large']);
  });

  it('are downloaded when the first line is asked for, and a shard when its turn comes', async () => {
    shard(1, 'one');
    shard(2, 'two');
    const store = main.store();
    const found = await store.find();
    const before = downloads().length;
    const after: number[] = [];
    for await (const _ of found.kind === 'found' ? store.trajectories(found.runs[0]) : []) {
      after.push(downloads().length - before);
    }
    expect({ before, after }).toEqual({ before: 1, after: [1, 2] });
  });

  it('are not downloaded further when the reader stops', async () => {
    shard(1, 'one');
    shard(2, 'two');
    const store = main.store();
    const found = await store.find();
    for await (const _ of found.kind === 'found' ? store.trajectories(found.runs[0]) : []) break;
    expect(downloads()).toHaveLength(2);
  });

  it('are fetched from the storage without credentials', async () => {
    upload('one');
    await linesOf(main.store());
    expect(downloads().map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
  });
});

describe('what is said when they can’t be had follows “its trajectories”', () => {
  it('none were uploaded', async () => {
    expect(await problem()).toBe(`are not stored: the run has no artifact ${TRAJECTORIES}`);
  });

  const lies: readonly (readonly [string, RegExp, () => Partial<FakeArtifact>])[] = [
    ['expired', /^have expired$/, () => ({ expired: true })],
    ['too large', /^can't be read: .* has 104857601 bytes; at most 104857600/, () => ({ reportedSize: 104_857_601 })],
    ['of another run', /^can't be read: .* from another run,/, () => reportedRun({ id: 1 })],
    ['of another repository', /from another repository,/, () => reportedRun({ repositoryId: 1 })],
    ['made by a fork', /from another repository,/, () => reportedRun({ headRepositoryId: 1 })],
  ];

  describe.each([
    ['an artifact', TRAJECTORIES],
    ['a shard', `${TRAJECTORIES}-shard-2`],
  ])('%s', (_, name) => {
    it.each(lies)('that is %s is not downloaded', async (_what, words, lie) => {
      shard(1, 'honest');
      upload('lying', { name, ...lie() });
      expect(await problem()).toMatch(words);
      expect(downloads()).toHaveLength(1);
    });

    const contents: readonly (readonly [string, RegExp, Partial<FakeArtifact>])[] = [
      ['that is no zip', /is not a complete zip file$/, { content: Buffer.from('<html></html>') }],
      ['that is not what its digest says', /has digest sha256:.*GitHub says/, { digest: `sha256:${'0'.repeat(64)}` }],
      ['that lacks the file', /holds no trajectories\.jsonl$/, { content: zipArchive([{ name: 'x', content: 'x' }]) }],
      [
        'that is damaged inside',
        /is damaged: the CRC of trajectories\.jsonl is wrong$/,
        { content: zipArchive([{ name: 'trajectories.jsonl', content: 'x\n', crc: 1 }]) },
      ],
      [
        'that says it unpacks to more than 2 GB',
        /of 2147483649 bytes; at most \d+ are read$/,
        { content: zipArchive([{ name: 'trajectories.jsonl', content: 'x', declaredSize: 2 ** 31 + 1 }]) },
      ],
    ];

    it.each(contents)('%s', async (_what, words, facts) => {
      shard(1, 'honest');
      upload('replaced', { name, ...facts });
      const message = await problem();
      expect(message).toMatch(words);
      expect(message).toMatch(new RegExp(`^can't be read: its artifact ${name} `));
    });
  });

  it('the shards together are too large', async () => {
    for (const index of [1, 2, 3]) shard(index, 'x', { reportedSize: 40 * 1024 * 1024 });
    expect(await problem()).toBe('are larger than 104857600 bytes');
  });

  it('the storage gives more than is read, or expires meanwhile, or refuses: its address is in no message', async () => {
    const { id } = upload('one');
    const small: GithubReader = {
      ...main.github,
      download: (url, maxBytes) => main.github.download(url, maxBytes > 20 * 1024 * 1024 ? 10 : maxBytes),
    };
    expect(await problem(small)).toMatch(/^can't be read: .* could not be downloaded: it is larger than 10 bytes$/);
    main.fake.failNext({ path: new RegExp(`artifacts/${id}/zip`), status: 410 });
    expect(await problem()).toMatch(/^can't be read: its artifact \S+ has expired$/);
    main.fake.failNext({ path: `/blobs/artifact/${id}`, drop: true, times: 10 });
    const dropped = await problem();
    expect(dropped).toMatch(/could not be downloaded: the storage gave no answer/);
    expect(dropped).not.toMatch(/http|sig=|\/blobs\//);
  });

  it('GitHub does not list the artifacts, or answers nothing at all', async () => {
    const store = main.store();
    const found = await store.find();
    const [stored] = found.kind === 'found' ? found.runs : expect.fail();
    main.fake.failNext({ path: /\/artifacts\?/, status: 403 });
    await expect(allOf(store.trajectories(stored))).rejects.toThrow(
      /^can't be read: the token may not list its artifacts .*"permissions: actions: read"$/,
    );
    main.fake.failNext({ drop: true, times: 10 });
    await expect(allOf(store.trajectories(stored))).rejects.toThrow(/^can't be read: no answer/);
  });
});

describe('the run is asked about again, and refused when it is', () => {
  const disguises: readonly (readonly [string, () => Partial<FakeRun>])[] = [
    ['of a fork', () => ({ headRepository: forkOf(main.fake.state.repository) })],
    ['of another workflow', () => ({ path: '.github/workflows/other.yml' })],
    ['of a pull request', () => ({ event: 'pull_request' })],
    ['of another branch', () => ({ headBranch: 'topic' })],
    ['going on once more', () => ({ status: 'in_progress', conclusion: null })],
    ['this very run', () => ({ id: OWN_RUN })],
  ];

  it.each(disguises)('%s', async (_, disguise) => {
    const hostile = main.stored('m3', 'hostile', disguise());
    run = hostile;
    upload('hostile');
    const before = downloads().length;
    await expect(allOf(main.store().trajectories(at(String(hostile.id))))).rejects.toThrow(
      /^can't be read: their run no longer counts as a baseline: its? /,
    );
    expect(downloads()).toHaveLength(before);
  });

  it('gone, or never was', async () => {
    await expect(allOf(main.store().trajectories(at('4711')))).rejects.toThrow(/^can't be read: 404 /);
  });

  it.each(['', '0', '-1', '1e3', '../1', '1/artifacts', 'trajectories.jsonl'])('named %j', async (place) => {
    const before = main.fake.requests.length;
    await expect(allOf(main.store().trajectories(at(place)))).rejects.toThrow(/^are not stored$/);
    expect(main.fake.requests).toHaveLength(before);
  });

  it('behind a client that throws', async () => {
    const github: GithubReader = { ...main.github, request: () => Promise.reject(new Error('torn\u001b[2J\nline')) };
    await expect(allOf(main.store({ github }).trajectories(at(String(run.id))))).rejects.toThrow(
      /^can't be read: torn \[2J line$/,
    );
  });
});

function at(place: string): StoredRun {
  return { results: storedResults('m3'), sha: sha('m3'), url: null, place };
}

const reportedRun = (more: object) => ({ reportedRun: reportedRunOf(main.fake.state, run.id, more) });
