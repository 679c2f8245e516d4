import * as z from 'zod';
import { isMade } from '#cases/suite/folder-hash.ts';
import type { Overlay } from '#cases/suite/hashed-folder.ts';
import { workspacePathProblem } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';

const pathSchema = z.string({ error: expected('a folder such as skills/pdf') }).superRefine((path, context) => {
  const problem = workspacePathProblem(path);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: path });
});

const placeSchema = pathSchema.refine((path) => !isMade(path), {
  error: 'what is there belongs to no diff and to no agent; name another place in the workspace',
});

/** `agent.overlay`: folders of the repository that belong to the agent, by their places in the copy of each trial. */
export const overlaySchema = z
  .record(placeSchema, pathSchema, {
    error: expected('a mapping from places in the workspace to folders, such as {.claude/skills/pdf: skills/pdf}'),
  })
  .refine(
    (places) => Object.keys(places).length > 0,
    'lays nothing over the workspace; name a folder or remove the key',
  )
  .transform((places): readonly Overlay[] =>
    Object.entries(places).map(([place, folder]) => ({ place: plain(place), folder: plain(folder), hash: null })),
  );

/** Without `./` and a `/` at the end; `.` stays. */
function plain(path: string): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.length === 0 ? '.' : steps.join('/');
}
