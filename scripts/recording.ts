// npm run recording: a contributor runs it when `run --watch` looks different.
/** Records docs/loop.svg, a red case that an edit of the prompt turns green, from the bundled command in a terminal of its own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTerminal } from '#test/heavy/support/terminal.ts';
import { CLI_BUNDLE } from '#test/support/bundle.ts';
import { folderWith } from '#test/support/cli-folder.ts';

const COMMAND = 'npx github:org/agent-eval-action';
const AGENT = `import { readFileSync } from 'node:fs';
const place = /in (\\w+)/.exec(process.argv[2])[1];
const named = readFileSync('prompt.md', 'utf8').includes('Name the city');
console.log((named ? place + ': ' : '') + 'sunny, 21 degrees.');
`;

await using folder = await folderWith({
  'agent-eval.yml': 'version: 1\nagent: {command: [node, agent.mjs, "{input}"]}\ncases: [evals.yml]\ntrials: 1\n',
  'evals.yml': ['Oslo', 'Rome'].reduce(
    (text, city) =>
      `${text}  - {id: weather_${city.toLowerCase()}, input: Weather in ${city}?, expect: {response: {contains: [${city === 'Rome' ? 'sunny' : city}]}}}\n`,
    'cases:\n',
  ),
  'agent.mjs': AGENT,
  'prompt.md': 'Be short.\n',
});
const WATCHING = { until: 'Watching for changes' };
const edit = ['prompt.md', 'Be short. Name the city.\n'] as const;
const steps = [WATCHING, { wait_ms: 800 }, { write: edit }, { until: 'red → green' }, WATCHING, { keys: '\u0003' }];
const { output } = await inTerminal(folder.path, ['run', '--watch'], steps, { columns: 100 });
const [first = '', second = ''] = output
  .replaceAll(`node ${CLI_BUNDLE}`, COMMAND)
  .split('\u001B[2J\u001B[3J\u001B[H')
  .map(screenOf);
if (!second.includes('red → green')) throw new Error(`the case did not turn green:\n${output}`);
const lines = second.slice(0, second.indexOf('\n', second.indexOf('Watching for changes'))).split('\n');
const frames = [
  [`$ ${COMMAND} run --watch`],
  [`$ ${COMMAND} run --watch`, ...first.trimEnd().split('\n')],
  lines.slice(0, 1),
  lines,
];
await writeFile(join(import.meta.dirname, '..', 'docs', 'loop.svg'), svgOf(frames));

/** What a terminal shows after some output. */
function screenOf(output: string): string {
  const screen = [''];
  let row = 0;
  for (const [piece, count, code] of output.matchAll(/\u001B\[\??(\d*)([A-Za-z])|\r\n|[\s\S]/g)) {
    if (code === 'A') row = Math.max(0, row - (Number(count) || 1));
    else if (code === 'K' || piece === '\r') screen[row] = '';
    else if (code === 'J') screen.splice(row, screen.length, '');
    else if (piece === '\r\n' || piece === '\n') {
      row += 1;
      screen[row] ??= '';
    } else if (code === undefined) screen[row] += piece;
  }
  return screen.join('\n');
}

/** Each frame is shown for a while, in turn. */
function svgOf(all: readonly (readonly string[])[]): string {
  const rows = Math.max(...all.map(({ length }) => length));
  const height = 20 * rows + 50;
  const seconds = 3;
  const share = 100 / all.length;
  const style = `text { font: 14px ui-monospace, monospace; fill: #c9d1d9; white-space: pre; } .bad { fill: #ff7b72; } .good { fill: #7ee787; }
.frame { opacity: 0; animation: show ${seconds * all.length}s step-end infinite; }
@keyframes show { 0% { opacity: 1; } ${share}% { opacity: 0; } }`;
  const groups = all.map((frame, at) => {
    const texts = frame.map((line, row) => `<text x="16" y="${44 + 20 * row}"${kindOf(line)}>${escaped(line)}</text>`);
    return `<g class="frame" style="animation-delay: ${seconds * at}s">${texts.join('')}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 ${height}" width="880" height="${height}">
<style>${style}</style><rect width="880" height="${height}" rx="8" fill="#0d1117"/>
${groups.join('\n')}
</svg>
`;
}

function kindOf(line: string): string {
  if (/→ green|: green/.test(line)) return ' class="good"';
  return /✗/.test(line) ? ' class="bad"' : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
