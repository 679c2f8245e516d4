import{a as e}from"./-2.js";function u({created_at:r,finished_at:n}){let t=Date.parse(n??"")-Date.parse(r);return t>0&&t<=s?t:null}e(u,"runDuration");var s=840*60*60*1e3;export{u as a};
