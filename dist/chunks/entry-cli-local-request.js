import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as n}from"./entry-cli-chosen-baseline.js";import{a as s}from"./entry-compose-request-settings.js";import{y as o}from"./domain-gate-way-out.js";import{a as l}from"./entry-tool.js";import{a as r}from"./.js";var u={start(){},trial(){},note(){},warn(){},untrusted(){},stop(){}};function g(t,e){return{...s(t),...e,root:e.cwd,alone:!1,facts:i({sha:null,ref:null,side:"candidate"}),name:null,repository_url:null,run_url:null,baselines:o(n),earlier:null,base_source:null,policy_source:null,resume:!1,environment:process.env,secrets:[],hide(){},progress:u}}r(g,"localRequest");function i({sha:t,ref:e,...a}){return{tool:l,repository:null,commit:{sha:t,ref:e,head_sha:null,base_sha:null,pull_request:null},run:{id:null,attempt:1,event:null,workflow:null,key:null,...a}}}r(i,"localFacts");export{g as a,i as b};
