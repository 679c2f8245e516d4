import { expect, test } from 'vitest';
import { startMainHistory } from '#test/github/artifacts/main-history.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

test('the run of a fork on a branch called main is no baseline, even if GitHub lists it and its artifact truly says where it is from', async () => {
  await using main = await startMainHistory();
  const fork = forkOf(main.fake.state.repository);
  const run = { id: 7777, headRepository: fork };
  const origin = { id: 7777, repositoryId: main.fake.state.repository.id, headRepositoryId: fork.id };
  main.stored('m3', 'hostile', run, { reportedRun: { ...origin, headBranch: 'main', headSha: '0'.repeat(40) } });
  expect(await main.find()).toMatchObject({ kind: 'none' });

  main.stored('m3', 'honest');
  expect(await main.find()).toMatchObject({ kind: 'found' });
});
