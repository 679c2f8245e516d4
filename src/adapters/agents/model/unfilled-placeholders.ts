/** Placeholders of the prompt for which the context of some case had nothing. */
export interface UnfilledPlaceholders {
  add(caseId: string, placeholders: readonly string[]): void;
  /** A sentence for each placeholder. */
  notes(): readonly string[];
}

/** None so far. */
export function createUnfilled(): UnfilledPlaceholders {
  const cases = new Map<string, Set<string>>();
  return {
    add(caseId, placeholders) {
      for (const placeholder of placeholders) {
        cases.set(placeholder, (cases.get(placeholder) ?? new Set()).add(caseId));
      }
    },
    notes: () =>
      [...cases].map(([placeholder, ids]) => {
        const where = ids.size === 1 ? `the context of ${[...ids].join()}` : `the contexts of ${ids.size} cases`;
        return `the prompt asks for ${placeholder}, and ${where} has no value for it; it was left empty`;
      }),
  };
}
