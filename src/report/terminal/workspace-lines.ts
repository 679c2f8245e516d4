import { plural } from '#common/words.ts';
import type { WorkspaceFacts } from '#trials/trial/workspace-facts.ts';
import type { Paint } from '../colour.ts';
import { plainLine } from '../escape.ts';

/** Lines of a diff that are shown. */
const MOST_LINES = 120;
/** Characters of each. */
const MOST_WIDE = 300;

/** What the agent left in its workspace: the diff, and how each command ended. */
export function workspaceLines({ changed, patch, commands }: WorkspaceFacts, paint: Paint): readonly string[] {
  const lines = patch.split('\n').slice(0, -1);
  const first = lines.slice(0, MOST_LINES).map((line) => {
    const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : null;
    const plain = `  ${plainLine(line, MOST_WIDE)}`;
    return colour === null ? plain : paint(plain, colour);
  });
  const more = lines.length - first.length;
  return [
    paint(`workspace: ${plural(changed, 'file')} changed`, 'bold'),
    ...first,
    ...(more > 0 ? [paint(`  … ${plural(more, 'more line')}`, 'dim')] : []),
    ...commands.map(({ exit, ended }, index) => {
      const how = ended === null ? `exited with ${exit}` : plainLine(ended.why, MOST_WIDE);
      return `command ${index + 1} ${how}`;
    }),
  ];
}
