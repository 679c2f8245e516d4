import { VERDICT_SIGN } from '../labels.ts';
import type { HtmlInput } from './html-input.ts';

/** The report as one HTML file that needs nothing else: readable without script, and within {@link HTML_BYTES}. */
export function renderHtml({ report }: HtmlInput): string {
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${VERDICT_SIGN[report.verdict]} agent-eval</title>\n`;
}

/** The most bytes that the file may have: over it, trajectories of the least telling trials are left out, and it says so. */
export const HTML_BYTES = 2_000_000;
