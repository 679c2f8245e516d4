// For screenshots.ts: a terminal as a page.
/** What a terminal shows as a page in dark colours; whole in itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param fonts `node_modules` of the packages that the fonts come from */
export async function terminalPage(text: string, fonts: string): Promise<string> {
  const font = await readFile(join(fonts, '@fontsource', FONT), 'base64');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A terminal</title><style>
@font-face { font-family: 'Terminal'; src: url(data:font/woff2;base64,${font}) format('woff2'); }
${STYLE}</style></head>
<body><div class="window"><div class="bar"><i></i><i></i><i></i></div><pre>${text.split('\n').map(coloured).join('\n')}</pre></div></body>
</html>`;
}

const FONT = 'jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2';

/** Lines of a difference, verdicts and headings stand out. */
function coloured(line: string): string {
  const safe = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const kind = KINDS.find(({ pattern }) => pattern.test(line))?.kind;
  return kind === undefined ? safe : `<span class="${kind}">${safe}</span>`;
}

const KINDS = [
  { pattern: /^ *\$ /, kind: 'command' },
  { pattern: /❌|^ *- You|^ *- Look/, kind: 'bad' },
  { pattern: /✅|^ *\+ You/, kind: 'good' },
  { pattern: /^\d\. /, kind: 'strong' },
];

const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: #fff; }
.window { background: #0d1117; border-radius: 8px; overflow: hidden; }
.bar { display: flex; gap: 6px; padding: 10px 12px; background: #161b22; }
.bar i { width: 11px; height: 11px; border-radius: 50%; background: #30363d; }
pre { margin: 0; padding: 14px 16px 18px; color: #c9d1d9; font: 12px/1.5 'Terminal', monospace; font-variant-ligatures: none; }
.command, .strong { color: #f0f6fc; font-weight: 600; }
.bad { color: #ff7b72; }
.good { color: #7ee787; }
`;
