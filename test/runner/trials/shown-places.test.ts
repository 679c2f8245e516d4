import { expect, test } from 'vitest';
import type { Agent } from '#ports/ports.ts';
import { withoutPlaces } from '#runner/trials/shown-places.ts';
import { requestSegment } from '#trials/trial/request-segment.ts';

const PLACES = [
  { path: '/tmp', word: 'temporary' },
  { path: '/tmp/base.1/repo', word: 'checkout' },
  { path: '/', word: 'home' },
] as const;

test.each([
  ['in /tmp/base.1/repo', 'in [checkout]'],
  ['"/tmp/base.1/repo/a.ts", /tmp/x.', '"[checkout]/a.ts", [temporary]/x.'],
  ['/tmp/base.1/repository /tmp/base.1/repo-2', '[temporary]/base.1/repository [temporary]/base.1/repo-2'],
  ['/tmp/base-1/repo /var/tmp /tmpfiles a/b', '[temporary]/base-1/repo /var/tmp /tmpfiles a/b'],
  [
    '~/.claude/projects/-tmp-base-1-repo/memory -tmp -tmp-base-1-repo2 a-tmp-base-1-repo',
    '~/.claude/projects/[checkout]/memory -tmp -tmp-base-1-repo2 a-tmp-base-1-repo',
  ],
])('%s is shown as %s, and the calls name what is shown', async (text, expected) => {
  const [before, same] = [requestSegment('system', '', text), requestSegment('message', 'user', 'Go')];
  const call = { step: 1, model: null, started_ms: 0, duration_ms: 0, usage: null, request: [before.hash, same.hash] };
  const attempt = { segments: [before, same], trajectory: { turns: [{ model_calls: [call] }] } };
  const agent = { attempt: async () => attempt } as unknown as Agent;
  const shown = await withoutPlaces(agent, PLACES).attempt({} as never, AbortSignal.any([]));
  expect(shown.segments).toEqual([requestSegment('system', '', expected), same]);
  expect(shown.trajectory.turns[0]?.model_calls?.[0]?.request).toEqual(shown.segments?.map(({ hash }) => hash));
});
