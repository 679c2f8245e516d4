/** Exit codes of the terminal command. */
export const EXIT = { pass: 0, fail: 1, usage: 2, inconclusive: 3, error: 4 } as const;
