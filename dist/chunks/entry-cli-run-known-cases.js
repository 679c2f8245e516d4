import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as n}from"./entry-cli-workspace-root.js";import{e as r}from"./application-load-load-suite.js";import{c as e}from"./picomatch.js";import{a}from"./entry-cli-say.js";import{a as i}from"./.js";async function y(t,{config:s,cases:u,tags:m}){let p=e(await n(t,s),t,s),o=await r(p,s,{ids:u,tags:m});return"issues"in o?(a(o.issues),null):o.suite.cases}i(y,"knownCases");export{y as a};
