import type { Trajectory } from '#domain/trial/trajectory.ts';
import { plural } from '#domain/words.ts';

/** What the agent left in its workspace, and what the case's commands printed there. */
export function workspaceTexts({
  workspace,
}: Trajectory): readonly { readonly title: string; readonly text: string }[] {
  if (workspace === undefined) return [];
  return [
    { title: `Changes to the workspace (${plural(workspace.changed, 'file')})`, text: workspace.patch },
    ...workspace.commands.map(({ exit, ended, stdout, stderr }, index) => ({
      title: `Command ${index + 1} (${ended === null ? `exit ${exit}` : 'no exit code'})`,
      text: [ended?.why ?? '', stdout, stderr].filter((text) => text.trim() !== '').join('\n'),
    })),
  ];
}
