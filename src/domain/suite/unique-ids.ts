const LONGEST = 128;

/** The same ids in the same order, repeated ones told apart as `-2`, `-3` …; ids that are unique stay as they are. */
export function uniqueIds(ids: readonly string[]): readonly string[] {
  const taken = new Set(ids);
  const seen = new Set<string>();
  return ids.map((id) => {
    if (!seen.has(id)) {
      seen.add(id);
      return id;
    }
    for (let number = 2; ; number++) {
      const suffix = `-${number}`;
      const numbered = `${id.slice(0, LONGEST - suffix.length)}${suffix}`;
      if (taken.has(numbered)) continue;
      taken.add(numbered);
      return numbered;
    }
  });
}
