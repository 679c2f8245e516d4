import { say } from './common/say.ts';

/** The second Ctrl-C. The programs that were started end with this process. */
export function endAtOnce(code: number): void {
  say('\nEnded at once; trials that had not ended are lost');
  process.exit(code);
}
