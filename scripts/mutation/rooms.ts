/** What is mutated together: sources and the tests that must notice, as globs from the root. */
export interface MutatedRoom {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Whether texts are mutated too. Elsewhere they are words for people, which golden files hold, or names that types check. */
  readonly text: boolean;
}

/** By the name that the command takes. */
export const MUTATED_ROOMS: Readonly<Record<string, MutatedRoom>> = {
  matching: { sources: ['src/cases/matching/**/*.ts'], tests: ['test/cases/matching/**/*.test.ts'], text: false },
  statistics: {
    sources: ['src/statistics/**/*.ts'],
    // Simulations of whole suites take long, and notice what the exact values notice.
    tests: ['test/statistics/**/!(*-alarms|multiplicity|flipped-labels).test.ts'],
    text: false,
  },
  gate: {
    sources: ['src/gate/decision/**/*.ts'],
    tests: ['test/gate/decision/**/*.test.ts', 'test/config/policy.test.ts', 'test/gate/history/audit.test.ts'],
    text: false,
  },
  escaping: {
    sources: [
      'src/common/terminal-sequence.ts',
      'src/report/escape.ts',
      'src/report/html/markup/*.ts',
      'src/report/redaction/*.ts',
      'src/github/log/mask.ts',
      'src/github/api/one-line.ts',
      'src/commands/terminal/escape-terminal.ts',
    ],
    tests: [
      'test/report/escape.test.ts',
      'test/report/html/html-text.test.ts',
      'test/report/redaction/*.test.ts',
      'test/github/log/*.test.ts',
      'test/commands/terminal/*.test.ts',
    ],
    text: true,
  },
};
