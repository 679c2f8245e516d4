import{b as n}from"./domain-json.js";import{hash as s}from"node:crypto";var r=o=>s("sha256",o);function i(o){return r(n(o))}export{r as a,i as b};
