import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from './chromium.ts';
import { npmPackages } from './npm-packages.ts';

/** A real browser. */
export interface Browser {
  /** Opens HTML as the page of a pull request on GitHub; no request leaves it. */
  readonly open: (html: string, size?: PageSize, reader?: Reader) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/** Width and height in CSS pixels; `scale` device pixels for each. */
interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** How the page is read, if not by an ordinary browser in light colours. */
interface Reader {
  readonly scriptOff?: boolean;
  readonly dark?: boolean;
  /** The part of the address after `#`. */
  readonly hash?: string;
  /** Address of a server on this machine that may be asked too. */
  readonly server?: string;
}

/** A page and what it tried to do. */
export interface OpenPage {
  readonly page: Page;
  /** Addresses that it asked for besides itself. */
  readonly requests: readonly string[];
  /** Errors of scripts, dialogs and windows it opened. */
  readonly happenings: readonly string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** The part of playwright's page that is used here. */
export interface Page {
  readonly evaluate: <T>(script: string) => Promise<T>;
  readonly click: (selector: string) => Promise<void>;
  readonly setContent: (html: string) => Promise<void>;
  readonly goto: (url: string) => Promise<unknown>;
  readonly locator: (selector: string) => Locator;
  readonly keyboard: {
    readonly press: (key: string) => Promise<void>;
    readonly type: (text: string) => Promise<void>;
  };
  readonly selectOption: (selector: string, value: string) => Promise<unknown>;
  readonly waitForSelector: (selector: string) => Promise<unknown>;
  readonly pdf: (options: { readonly preferCSSPageSize: boolean }) => Promise<Buffer>;
  readonly emulateMedia: (options: {
    readonly media?: 'print' | 'screen';
    readonly reducedMotion?: 'reduce';
  }) => Promise<void>;
  readonly on: (event: 'pageerror' | 'dialog' | 'popup' | 'console', listener: (subject: unknown) => void) => void;
}

interface Locator {
  readonly innerText: () => Promise<string>;
  readonly count: () => Promise<number>;
  readonly screenshot: (options: { readonly omitBackground?: boolean }) => Promise<Buffer>;
}

interface Context {
  readonly newPage: () => Promise<Page>;
  readonly route: (pattern: string, handle: (route: Route) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Route {
  readonly request: () => { readonly url: () => string };
  readonly fulfill: (answer: { readonly contentType: string; readonly body: string }) => Promise<void>;
  readonly continue: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

/** Address that pages are opened under. */
const PAGE_URL = 'https://github.com/octo-org/agents/pull/1';

/** Starts Chromium. @throws when it or playwright can't be had. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  const playwright = await import(
    pathToFileURL(join(await npmPackages('browser'), 'playwright-core', 'index.mjs')).href
  );
  const browser = await playwright.chromium.launch({ executablePath, args: ['--force-color-profile=srgb'] });
  return {
    async open(
      html,
      size = { width: 1000, height: 800, scale: 1 },
      { scriptOff = false, dark = false, hash = '', server } = {},
    ) {
      const { width, height, scale } = size;
      const context: Context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        javaScriptEnabled: !scriptOff,
        colorScheme: dark ? 'dark' : 'light',
      });
      const requests: string[] = [];
      const happenings: string[] = [];
      await context.route('**/*', async (route) => {
        const url = route.request().url().split('#', 1)[0] ?? '';
        if (url === PAGE_URL) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
        if (server !== undefined && url.startsWith(server)) return route.continue();
        requests.push(url);
        return route.abort();
      });
      const page = await context.newPage();
      for (const event of ['pageerror', 'dialog', 'popup'] as const) {
        page.on(event, (subject) => happenings.push(`${event}: ${String(subject)}`));
      }
      await page.goto(`${PAGE_URL}${hash}`);
      return { page, requests, happenings, [Symbol.asyncDispose]: () => context.close() };
    },
    close: () => browser.close(),
  };
}
