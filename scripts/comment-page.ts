// For screenshots.ts and the tests in a browser: a comment as on GitHub.
/** A comment of a pull request as a page that looks as on GitHub; whole in itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param fonts `node_modules` of the packages that the fonts come from */
export async function commentPage(
  comment: string,
  fonts: string,
  colours: 'light' | 'dark' = 'light',
): Promise<string> {
  const faces = await Promise.all(
    FACES.map(async ({ family, weight, file }) => {
      const data = await readFile(join(fonts, '@fontsource', file), 'base64');
      const source = `url(data:font/woff2;base64,${data}) format('woff2')`;
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: ${source}; }`;
    }),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A comment</title><style>${faces.join('\n')}\n${STYLE}${colours === 'dark' ? DARK : ''}</style></head>
<body>
<div class="comment">
<div class="head">${AVATAR}<b>github-actions</b><span class="label">bot</span><span class="when">commented 2 minutes ago</span></div>
<div class="body">${comment}</div>
</div>
</body>
</html>`;
}

const FACES = [
  { family: 'Comment Text', weight: 400, file: 'inter/files/inter-latin-400-normal.woff2' },
  { family: 'Comment Text', weight: 600, file: 'inter/files/inter-latin-600-normal.woff2' },
  { family: 'Comment Code', weight: 400, file: 'jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2' },
];

const AVATAR = `<svg viewBox="0 0 24 24" width="24" height="24"><rect width="24" height="24" rx="6" fill="#ddf4ff"/>
<g fill="none" stroke="#0969da" stroke-width="1.6"><circle cx="8" cy="8.5" r="2.7"/><circle cx="16" cy="15.5" r="2.7"/>
<path d="M8 11.2v1.3a3 3 0 0 0 3 3h2.3"/></g></svg>`;

const STYLE = `
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: #fff; color: #1f2328; font: 14px/1.5 'Comment Text', sans-serif; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; }
.head { display: flex; align-items: center; gap: 8px; padding: 8px 16px; color: #59636e; background: #f6f8fa;
  border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; }
.head b { color: #1f2328; }
.label { padding: 0 7px; font-size: 12px; line-height: 18px; border: 1px solid #d1d9e0; border-radius: 2em; }
.body { padding: 16px; overflow-wrap: break-word; }
.body > :last-child { margin-bottom: 0; }
b, strong, th, h3, summary b { font-weight: 600; }
h3 { margin: 0 0 16px; font-size: 17.5px; line-height: 1.25; }
p, ul, table, pre, details { margin: 0 0 16px; }
ul { padding-left: 2em; }
li + li { margin-top: 0.25em; }
table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; }
th, td { padding: 6px 13px; border: 1px solid #d1d9e0; }
tr { border-top: 1px solid #d1d9e0; }
tr:nth-child(2n) { background: #f6f8fa; }
table table { margin: 0; }
code, pre { font-family: 'Comment Code', monospace; font-size: 85%; font-variant-ligatures: none; }
code { padding: 0.2em 0.4em; background: #818b981f; border-radius: 6px; white-space: break-spaces; }
pre { padding: 16px; line-height: 1.45; background: #f6f8fa; border-radius: 6px; overflow: auto; }
td > pre { margin: 0; }
summary { cursor: default; }
details[open] > summary { margin-bottom: 16px; }
a { color: #0969da; }
hr { height: 0.25em; margin: 24px 0; border: 0; background: #d1d9e0; }
`;

const DARK = `
body { background: #0d1117; color: #f0f6fc; }
.comment, .head, .label, th, td { border-color: #3d444d; }
.head, tr:nth-child(2n), pre { background: #151b23; }
.head { color: #9198a1; }
.head b { color: #f0f6fc; }
tr { border-color: #3d444d; }
code { background: #656c7633; }
a { color: #4493f8; }
hr { background: #3d444d; }
`;
