import { htmlText } from '../markup/html-text.ts';
import { visibleText } from '../markup/shown.ts';
import { PAGE_SCRIPT_HASH, PAGE_STYLE, PAGE_STYLE_HASH } from './page-assets.ts';

/**
 * The lines of a page before its body. Nothing is loaded, sent or framed; only our own style and script, as they are, have an
 * effect.
 *
 * @param title untrusted
 */
export function pageTop(title: string, { script }: { readonly script: boolean }): readonly string[] {
  const policy = [
    "default-src 'none'",
    `style-src '${PAGE_STYLE_HASH}'`,
    ...(script ? [`script-src '${PAGE_SCRIPT_HASH}'`] : []),
    "base-uri 'none'; form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${htmlText(visibleText(title))}</title><style>${PAGE_STYLE}</style></head>`,
  ];
}
