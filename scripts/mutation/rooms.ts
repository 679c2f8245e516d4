/** What is mutated together: sources and the tests that must notice, as globs from the root. */
export interface MutatedRoom {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Whether texts are mutated too. Elsewhere they are words for people, which golden files hold, or names that types check. */
  readonly text: boolean;
}

/** By the name that the command takes. */
export const MUTATED_ROOMS: Readonly<Record<string, MutatedRoom>> = {
  matching: { sources: ['src/domain/matching/**/*.ts'], tests: ['test/domain/matching/**/*.test.ts'], text: false },
  statistics: {
    sources: ['src/domain/statistics/**/*.ts'],
    // Simulations of whole suites take long, and notice what the exact values notice.
    tests: ['test/domain/statistics/**/!(*-alarms|multiplicity|flipped-labels).test.ts'],
    text: false,
  },
  gate: {
    sources: ['src/domain/gate/**/*.ts'],
    tests: ['test/domain/gate/**/*.test.ts', 'test/domain/config/policy.test.ts', 'test/domain/history/audit.test.ts'],
    text: false,
  },
  escaping: {
    sources: [
      'src/domain/terminal-sequence.ts',
      'src/domain/report/escape.ts',
      'src/domain/report/html/markup/*.ts',
      'src/domain/report/redaction/*.ts',
      'src/adapters/github/log/mask.ts',
      'src/adapters/github/api/one-line.ts',
      'src/adapters/terminal/escape-terminal.ts',
    ],
    tests: [
      'test/domain/report/escape.test.ts',
      'test/domain/report/html/html-text.test.ts',
      'test/domain/report/redaction/*.test.ts',
      'test/adapters/github/log/*.test.ts',
      'test/adapters/terminal/*.test.ts',
    ],
    text: true,
  },
};
