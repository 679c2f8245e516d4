/** What the symbolic links of a commit hold, by the path of each from the root of the repository. */
export type Links = ReadonlyMap<string, string>;

/** Where a path leads, from the root of the repository (`null`: out of it, or in a circle), and the links on the way. */
export interface Way {
  readonly to: string | null;
  readonly through: readonly string[];
}

/** Follows a path as the system does. */
export function wayOf(path: string, links: Links): Way {
  const [rest, at, through]: [string[], string[], string[]] = [path.split('/'), [], []];
  for (let step = rest.shift(); step !== undefined; step = rest.shift()) {
    if (step === '..' && at.pop() === undefined) return { to: null, through };
    if (step === '' || step === '.' || step === '..') continue;
    at.push(step);
    const target = links.get(at.join('/'));
    if (target === undefined) continue;
    through.push(at.join('/'));
    if (target.startsWith('/') || through.length > MOST_LINKS) return { to: null, through };
    at.pop();
    rest.unshift(...target.split('/'));
  }
  return { to: at.join('/'), through };
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** Every name of a file: its path, and those under which links lead to it, each link followed once. */
export function namesThrough(links: Links): (file: string) => readonly string[] {
  const to = new Map<string, string[]>();
  for (const link of links.keys()) {
    const place = wayOf(link, links).to;
    if (place !== null) to.set(place, [...(to.get(place) ?? []), link]);
  }
  if (to.size === 0) return (file) => [file];
  return (file) => {
    const names = new Map([[file, new Set<string>()]]);
    for (const [name, used] of names) {
      // Too many to be told: a name that nothing declares.
      if (names.size > MOST_NAMES) return [...names.keys(), ''];
      const steps = name.split('/');
      for (let depth = 0; depth <= steps.length; depth += 1)
        for (const link of to.get(steps.slice(0, depth).join('/')) ?? []) {
          const other = [link, ...steps.slice(depth)].join('/');
          if (!used.has(link) && !names.has(other)) names.set(other, new Set([...used, link]));
        }
    }
    return [...names.keys()];
  };
}

const MOST_NAMES = 1_000;
