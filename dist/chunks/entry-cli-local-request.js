import { createRequire as __createRequire } from 'node:module';
import { dirname as __pathDirname } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __pathDirname(__filename);
import{c as u}from"./entry-cli-chosen-baseline.js";import{a as n}from"./entry-cli-command-name.js";import{a as s}from"./entry-compose-request-settings.js";import{b as o}from"./application-no-trajectories.js";import{a as l}from"./entry-tool.js";import{a as t}from"./.js";var a={start(){},begins(){},trial(){},note(){},warn(){},untrusted(){},stop(){}};function P(r,e){return{...s(r),...e,root:e.cwd,alone:!1,facts:p({sha:null,ref:null,side:"candidate"}),name:null,repository_url:null,run_url:null,program:n(),baselines:o(u),earlier:null,base_source:null,policy_source:null,resume:!1,environment:process.env,secrets:[],hide(){},progress:a}}t(P,"localRequest");function p({sha:r,ref:e,...i}){return{tool:l,repository:null,commit:{sha:r,ref:e,head_sha:null,base_sha:null,pull_request:null},run:{id:null,attempt:1,event:null,workflow:null,key:null,...i}}}t(p,"localFacts");export{P as a,p as b};
