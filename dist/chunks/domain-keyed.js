import{a as n}from"./-2.js";function a(e){return Object.keys(e)}n(a,"keysOf");function r(e,y){let t={};for(let o of e)t[o]=y(o);return t}n(r,"keyed");export{a,r as b};
