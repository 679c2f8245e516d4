import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as u}from"./undici.js";import{a as o,e as p}from"./.js";var t=p(u(),1);function y({http:e,https:r,no_proxy:i}){return e===""&&r===""?new t.Agent(n):new t.EnvHttpProxyAgent({...n,httpProxy:e,httpsProxy:r,noProxy:i})}o(y,"createDispatcher");var n={headersTimeout:9e5,bodyTimeout:9e5,keepAliveTimeout:4e3};export{y as createDispatcher};
