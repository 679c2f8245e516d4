import type { Progress } from '#ports/progress.ts';

/** Progress without secrets, in any spelling. The runner masks only exact values, a terminal masks nothing. */
export function redactedProgress(progress: Progress, redact: (text: string) => string): Progress {
  return {
    ...progress,
    trial: (state, ended) => progress.trial(state, { ...ended, why: ended.why === null ? null : redact(ended.why) }),
    note: (message) => progress.note(redact(message)),
    warn: (message) => progress.warn(redact(message)),
    untrusted: (title, text) => progress.untrusted(redact(title), redact(text)),
  };
}
