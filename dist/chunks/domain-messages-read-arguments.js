import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{a as s}from"./domain-json-text.js";import{a as e}from"./domain-json.js";import{a as t}from"./.js";function f(n){if(n==null||n==="")return{};if(e(n))return n;if(typeof n!="string")return{unparsed_arguments:n};let r=o(n);return e(r)?r:{unparsed_arguments:n}}t(f,"readArguments");function o(n){try{return s(n)}catch{return}}t(o,"parseJson");export{f as a,o as b};
