import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { dollars, plural, wholeNumber } from '#common/words.ts';
import type { Clock } from '#ports/ports.ts';
import type { Progress, ProgressState } from '#ports/progress.ts';
import { MAX_TEXT, oneLine, stripControls } from '../api/one-line.ts';

/**
 * Progress in the log of a workflow run: a line every ten seconds. Text from outside appears only where it can't be a command.
 */
export function actionsLog(clock: Pick<Clock, 'monotonic'>): Progress {
  let last = clock.monotonic();
  let latest: ProgressState | null = null;
  let progress: ProgressState | null = null;
  const show = (state: ProgressState) => {
    last = clock.monotonic();
    progress = state;
    core.info(progressLine(state));
  };
  return {
    start(total) {
      last = clock.monotonic();
      core.info(`Running ${plural(total, 'trial')}`);
    },
    begins() {},
    trial(state) {
      latest = state;
      if (clock.monotonic() - last >= EVERY_MS) show(state);
    },
    note: (message) => core.info(plainLines(message)),
    warn: (message) => core.warning(stripControls(message)),
    untrusted: showUntrusted,
    stop() {
      if (latest !== null && latest !== progress) show(latest);
    },
  };
}

/**
 * Text of an agent, in its own group and between stop-commands and a random token: otherwise the runner obeys `::command::` and
 * `##[command]` in any line of either stream.
 */
function showUntrusted(title: string, text: string): void {
  const token = randomUUID();
  core.startGroup(oneLine(title, 200));
  core.info(`::stop-commands::${token}`);
  core.info(stripControls(text));
  if (text.length > MAX_TEXT) core.info(`… (${plural(text.length - MAX_TEXT, 'more character')})`);
  core.info(`::${token}::`);
  core.endGroup();
}

function progressLine({ done, total, passed, failed, errors, tokens, cost_usd }: ProgressState): string {
  const parts = [`${done}/${plural(total, 'trial')}`, `${passed} passed`, `${failed} failed`];
  if (errors > 0) parts.push(plural(errors, 'error'));
  if (tokens !== null) parts.push(`${wholeNumber(tokens)} tokens`);
  if (cost_usd !== null) parts.push(dollars(cost_usd));
  return parts.join(' · ');
}

/** Keeps a quoted text from making a line of our message begin with `::`. */
function plainLines(message: string): string {
  return stripControls(message).replaceAll(/^(\s*):(?=:)/gm, '$1:\u200b');
}

const EVERY_MS = 10_000;
