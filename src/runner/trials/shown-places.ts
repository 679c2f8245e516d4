import type { Agent, Attempt } from '#ports/ports.ts';
import { renameSegments, requestSegment } from '#trials/trial/request-segment.ts';

/** A folder of one side of a comparison, and the word that stands for it. */
export interface ShownPlace {
  /** Absolute. */
  readonly path: string;
  readonly word: 'checkout' | 'workspace' | 'home' | 'temporary';
}

/**
 * An agent whose models are said to be shown a word in place of each folder that its side works in: two checkouts of one
 * prompt that names its working directory show the same.
 */
export function withoutPlaces(agent: Agent, places: readonly ShownPlace[]): Agent {
  return {
    ...agent,
    async attempt(plan, signal) {
      const { workspace } = plan;
      const own = workspace === undefined ? [] : [{ path: workspace, word: 'workspace' } as const];
      return alike(await agent.attempt(plan, signal), [...own, ...places]);
    },
  };
}

function alike(attempt: Attempt, places: readonly ShownPlace[]): Attempt {
  const { segments, trajectory } = attempt;
  const replaced = replacing(places);
  if (segments === undefined || replaced === null) return attempt;
  const renamed = new Map<string, string>();
  const written = segments.map((segment) => {
    const text = replaced(segment.text);
    if (text === segment.text) return segment;
    const made = requestSegment(segment.kind, segment.label, text);
    renamed.set(segment.hash, made.hash);
    return made;
  });
  if (renamed.size === 0) return attempt;
  return {
    ...attempt,
    segments: [...new Map(written.map((segment) => [segment.hash, segment])).values()],
    trajectory: renameSegments(trajectory, (hash) => renamed.get(hash) ?? hash),
  };
}

/** Longer paths first: a folder may lie in another one. `null`: there is nothing to replace. */
function replacing(places: readonly ShownPlace[]): ((text: string) => string) | null {
  const known = places.filter(({ path }) => path.length > 1);
  // Claude Code names the folder of a project so: `-home-runner-work-shop`.
  const dashed = known
    .filter(({ path }) => path.split('/').length > 3)
    .map(({ path, word }) => ({ path: path.replace(/[^A-Za-z0-9]/g, '-'), word }));
  const words = new Map([...dashed, ...known].map(({ path, word }) => [path, `[${word}]`]));
  if (words.size === 0) return null;
  const paths = [...words.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map((path) => `${path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${path.startsWith('-') ? '(?!\\w)' : '(?![\\w-])'}`);
  const any = new RegExp(`(?<![\\w.-])(?:${paths.join('|')})`, 'g');
  return (text) => text.replace(any, (path) => words.get(path) ?? path);
}
